// What the button of a draw says. `must`: so many cards have to be discarded, 0 if any number may be.
export function drawWords(number, must, firstCard) {
  if (must) return { action: "Discard", detail: `${number} of ${must} marked` };
  if (!number) return { action: "Stand pat", detail: "keep all" };
  return { action: `Draw ${number}`, detail: number === 1 ? firstCard : `${number} cards` };
}

// How the page names what is kept, by the marks of the cards in their order.
export const keptWords = (names, marks) => {
  const kept = names[marks.map(Number).join("")];
  return kept ? `Kept: ${kept}.` : "Nothing is kept.";
};
