// The amount of a slider: between its ends and, unless it was typed, at most its last whole step or the most there is.
export function sliderAmount(cents, { min, max, step }, typed) {
  if (!typed && cents + step > max) return max;
  return Math.max(min, Math.min(max, cents));
}

// Where it lies on the slider, in percent.
export const sliderShare = (cents, { min, max }) => 100 * (cents - min) / Math.max(1, max - min);
