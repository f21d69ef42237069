// Amounts of money: in cents where they are counted, in dollars where they are typed and shown.
export const dollars = cents => `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: cents % 100 ? 2 : 0 })}`;

export const signedDollars = cents => `${cents > 0 ? "+" : cents < 0 ? "\u2212" : ""}${dollars(Math.abs(cents))}`;

// What was typed, in cents; a text that is no amount is none.
export const readCents = text => Math.round(Number(text.replace(/[$,]/g, "")) * 100) || 0;

// As a field holds it.
export const fieldText = cents => cents ? String(cents / 100) : "";
