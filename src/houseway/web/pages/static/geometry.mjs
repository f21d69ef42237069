const MARGIN = 8, GAP = 6, LARGEST_SCALE = 1.6;

// How much a felt is scaled to lie in its box as a whole.
export const feltScale = (box, felt) => Math.min(LARGEST_SCALE, box.width / felt.width, box.height / felt.height);

// Where a tip lies: below its chip with the right edges aligned, inside the window; above it where there is no room below.
export function tipPlace(chip, tip, view) {
  const below = chip.bottom + GAP;
  return {
    left: Math.max(MARGIN, Math.min(chip.right - tip.width, view.width - tip.width - MARGIN)),
    top: below + tip.height > view.height ? Math.max(MARGIN, chip.top - GAP - tip.height) : below,
  };
}
