// Chips on the betting areas. A wager: { id, cents, now, least, most, legal, sizes, equals, needs }; `now`: what is placed already,
// `most`: what the page offers, `legal`: what the player may type, `sizes`: the only amounts it may have, `equals`: the wager it must
// equal, `needs`: the one it is placed only with. What is legal comes with the page.

// Never more than is offered, but a larger amount that was typed stays.
const capped = (cents, wager) => Math.max(wager.cents, Math.min(cents, wager.most));

// A chip more; a wager of fixed sizes takes the next one, and the first again after the last.
export function addChip(wager, chip) {
  if (wager.sizes) return wager.sizes.find(size => size > wager.cents) ?? wager.sizes[0];
  return capped(wager.cents + chip, wager);
}

export const double = wager => wager.sizes ? wager.cents : capped(2 * wager.cents, wager);

// The wagers that change along with one: it equals them, or they equal it.
export const linkedTo = (wager, wagers) => wagers.filter(other => other !== wager && (other.equals === wager.id || wager.equals === other.id));

// The wagers without which others that lie ready cannot be placed.
export const missingFirst = wagers => wagers.filter(wager => !wager.cents && !wager.now && wagers.some(other => other.cents > 0 && other.needs === wager.id));

export const isOutsideLimits = wager => wager.cents > 0 && (wager.cents < wager.least || wager.cents > wager.legal);

// The chips that stand for an amount, the largest first; `most`: so many are drawn.
export function chipsFor(cents, worths, most = 3) {
  const chips = [];
  for (const worth of [...worths].sort((a, b) => b - a)) {
    for (; cents >= worth && chips.length < most; cents -= worth) chips.push(worth);
  }
  return chips;
}

// The place that an arrow key leads to, around the ends.
export const turn = (place, step, length) => (place + step + length) % length;
