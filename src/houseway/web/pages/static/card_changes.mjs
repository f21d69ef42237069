// The places of cards that are new: those that were not there before, or not as often.
export function newPlaces(before, now) {
  const left = new Map();
  for (const card of before) left.set(card, (left.get(card) ?? 0) + 1);
  return now.flatMap((card, place) => {
    const number = left.get(card) ?? 0;
    if (!number) return [place];
    left.set(card, number - 1);
    return [];
  });
}
