/** Unicode normal forms of texts that a stranger may have written. */

/**
 * The runtimes put combining marks in order by comparing each with all before it: a text of 60,000 characters takes
 * seconds, and nothing else is answered meanwhile. No name and no password is half as long as this.
 */
export const MAX_NORMALIZED_LENGTH = 1_024;

/** The normal form; a longer text stays as it is, so it equals nothing but itself. */
export const normalForm = (text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string =>
  text.length > MAX_NORMALIZED_LENGTH ? text : text.normalize(form);
