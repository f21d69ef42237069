// Cards as staff type them, and the keypad that types them.
export const RANKS = "AKQJT98765432";
export const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

// The cards in a text under the names that the keypad has, each as often as it was typed.
export function readCards(text) {
  const found = text.replace(/10/g, "T").match(/Jk|joker|[AKQJT2-9][shdc♠♥♦♣]/gi) ?? [];
  return found.map(card => {
    if (/^j(k|oker)$/i.test(card)) return "Jk";
    const suit = Object.keys(SUITS).find(letter => SUITS[letter] === card[1]) ?? card[1].toLowerCase();
    return card[0].toUpperCase() + suit;
  });
}

export const describeCount = (cards, expected) => `${cards.length} of ${expected}${new Set(cards).size < cards.length ? ", one twice" : ""}`;

export function keypadCards(withJoker) {
  const cards = Object.keys(SUITS).flatMap(suit => [...RANKS].map(rank => ({ name: rank + suit, label: (rank === "T" ? "10" : rank) + SUITS[suit], suit })));
  return withJoker ? [...cards, { name: "Jk", label: "Joker", suit: "" }] : cards;
}
