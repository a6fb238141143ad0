/** The code that a person types (RFC 8628 §6.1; V-1): eight consonants, so that it spells no word. */

const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH = 8;
const CODE = new RegExp(`^[${LETTERS}]{${CODE_LENGTH}}$`);
/** Bytes from here on would make the first letters more frequent. */
const FAIR = 256 - (256 % LETTERS.length);

const hyphened = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`;

/** `XXXX-XXXX`; 20⁸ of them, which is 34 bits: tries are counted. */
export function newUserCode(random: (n: number) => Uint8Array): string {
  let letters = "";
  while (letters.length < CODE_LENGTH) {
    for (const byte of random(CODE_LENGTH)) {
      if (byte < FAIR && letters.length < CODE_LENGTH) letters += LETTERS[byte % LETTERS.length];
    }
  }
  return hyphened(letters);
}

/** What a person typed, without regard to case, spaces and hyphens; undefined when it is no user code. */
export function readUserCode(typed: string): string | undefined {
  if (typed.length > 64) return undefined;
  const letters = typed.replace(/[\s-]/g, "").toUpperCase();
  return CODE.test(letters) ? hyphened(letters) : undefined;
}
