// The steps of a round that is replayed, from 1 to the last.
export const clampStep = (step, last) => Math.max(1, Math.min(last, step));

// Where a step lies on the slider, in percent.
export const sliderPercent = (step, last) => 100 * (step - 1) / Math.max(1, last - 1);

// The next of the steps at which somebody acted; after the last one, the first again.
export const nextTurn = (turns, step) => turns.find(turn => turn > step) ?? turns[0];
