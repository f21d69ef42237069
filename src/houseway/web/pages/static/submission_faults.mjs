const LARGEST = 60000;

// A form carries a text with its special characters escaped, which makes it longer.
export const isTooLarge = text => encodeURIComponent(text).length > LARGEST;
export const isFileTooLarge = bytes => bytes > LARGEST;

// The faults of a field and of the parts in it: "rake.cap" is a fault of "rake", "rakes" is not.
export const faultsOf = (faults, field) => faults.filter(fault => fault.field === field || fault.field.startsWith(`${field}.`));
