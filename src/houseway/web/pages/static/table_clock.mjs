const LATE = 5;

// The clock of the open question: how much is left of its seconds, in percent and as it is shown. `until`: 0 without a clock.
export function clockState(until, now, seconds) {
  const left = Math.max(0, (until - now) / 1000);
  return { isOn: until > 0 && left > 0, percent: 100 * left / (seconds || 1), shown: until ? String(Math.ceil(left)) : "", isLate: left <= LATE };
}
