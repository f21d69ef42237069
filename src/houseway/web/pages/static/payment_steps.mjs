// Payments are made one seat after the other; the last one leads to the next hand.
export function paymentSteps(seats, paid) {
  return {
    states: seats.map((_, place) => place < paid ? "done" : place === paid ? "now" : "later"),
    shown: seats[Math.min(paid, seats.length - 1)],
    next: seats[paid + 1],
  };
}

// Which seats can be chosen where only some are concerned, and which one is; seat 0 stands for none.
export function seatChoices(options, concerned) {
  return {
    disabled: options.map(seat => concerned.length > 0 && !concerned.includes(seat)),
    chosen: concerned[0] ?? "0",
  };
}
