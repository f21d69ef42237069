// Setting two hands. Cards in any order are the same hand.
const key = cards => [...cards].sort().join(" ");

export const sameCards = (one, other) => key(one) === key(other);

// What the page says of a low hand: how both hands are called, and whether the setting is foul.
export function describeSetting(settings, low) {
  const setting = settings.find(([cards]) => cards === key(low));
  return setting && { high: setting[1], low: setting[2], foul: setting[3] };
}

// Pairs of cards to swap, one of each hand, until these cards are the low hand.
export function swapsTo(wanted, low, high) {
  const up = low.filter(card => !wanted.includes(card)), down = high.filter(card => wanted.includes(card));
  return up.slice(0, down.length).map((card, place) => [card, down[place]]);
}
