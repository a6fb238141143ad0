/**
 * Codes that people type in place of a link (E-3). Ten letters: the first five say which code it is, the others
 * prove it, and may be guessed five times, at all instances and for all codes of one subject together. To
 * everyone who has not read the mail all ten are secret.
 */
import { equalConstantTime } from "../crypto/digest.ts";
import type { SealedPlace, SecretBox } from "../crypto/secretbox.ts";
import { AuthError } from "../errors.ts";
import type { Duration } from "../std/duration.ts";
import { countTyped, type Round, type RoundParts } from "./mailed-round.ts";

/** RFC 8628 §6.1: consonants, so that no words come up and nothing looks like a digit. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const HALF_LENGTH = 5;
const MAX_DRAWS = 5;

interface TypedCodeParts extends RoundParts {
  readonly store: { readonly box: SecretBox };
}

/** Without modulo bias: bytes beyond the last multiple of 20 are drawn again. */
function letters(count: number, random: (bytes: number) => Uint8Array): string {
  let text = "";
  while (text.length < count) {
    for (const byte of random(count)) {
      if (byte < 240 && text.length < count) text += LETTERS[byte % LETTERS.length];
    }
  }
  return text;
}

const placeOf = (name: string): SealedPlace => ({
  table: "typed_code",
  row: name,
  field: "code",
});

/**
 * A typed form of a mailed code, as it is shown: `BCDFG-HJKLM`. What is stored opens with the key of the
 * service alone, because half a code is no secret that a digest could keep.
 */
export async function putTypedCode(
  { codes, store, runtime }: TypedCodeParts,
  code: string,
  round: Round,
): Promise<string> {
  for (let draws = 1; ; draws++) {
    const name = letters(HALF_LENGTH, runtime.random);
    const proof = letters(HALF_LENGTH, runtime.random);
    const sealed = await store.box.seal(placeOf(name), JSON.stringify([proof, code]));
    try {
      await codes.put("typed_code", name, { sealed, round }, round.lifetime as Duration);
      return `${name}-${proof}`;
    } catch (error) {
      const taken = error instanceof AuthError && error.code === "conflict";
      if (!taken || draws === MAX_DRAWS) throw error;
    }
  }
}

/** As it was typed, whatever stands between the letters; undefined for everything that is no such code. */
export function normalTypedCode(text: string): string | undefined {
  if (text.length > 40) return undefined;
  const typed = text.toUpperCase().replace(/[\s\p{Pd}.]/gu, "");
  const valid =
    typed.length === 2 * HALF_LENGTH && [...typed].every((letter) => LETTERS.includes(letter));
  return valid ? typed : undefined;
}

/** The mailed code behind a typed one; undefined for a wrong one, and for every one after five tries. */
export async function readTypedCode(
  parts: TypedCodeParts,
  typed: string,
): Promise<string | undefined> {
  const name = typed.slice(0, HALF_LENGTH);
  const found = await parts.codes.get("typed_code", name);
  const counted = found && (await countTyped(parts, found.round));
  if (!counted) return undefined;
  // One of a key that was changed since counts as wrong: the link of the same mail still works.
  const opened = await parts.store.box.open(placeOf(name), found.sealed).catch(() => undefined);
  if (opened === undefined) return undefined;
  const [proof, code] = JSON.parse(opened) as string[];
  if (!equalConstantTime(typed.slice(HALF_LENGTH), proof ?? "")) return undefined;
  await counted.right();
  return code;
}
