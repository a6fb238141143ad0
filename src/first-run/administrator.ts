/** The first administrator: declared by the static configuration, else with a generated password. */
import type { Service } from "../call.ts";
import { AuthError, StartError } from "../errors.ts";
import { writtenDetails } from "../iam/principals/details.ts";
import { alias } from "../iam/principals/principal-schema.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";

export interface FirstAdministrator {
  readonly alias: string;
  /** As it was given, else as it was generated. */
  readonly password: string;
  /** The password comes from the configuration, so there is nothing to tell. */
  readonly declared: boolean;
  /** With the hash of the password. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Without vowels and look-alikes: nothing to misread, no words by accident. */
const LETTERS = "bcdfghjkmnpqrstvwxz23456789";

/** About 95 bits in four groups of five, easy to copy by eye. */
export function readablePassword(random: (bytes: number) => Uint8Array): string {
  const letters: string[] = [];
  while (letters.length < 20) {
    for (const byte of random(32)) {
      // 243 = 9 · 27: a byte above it would make the first letters more likely.
      const letter = byte < 243 ? LETTERS[byte % LETTERS.length] : undefined;
      if (letter && letters.length < 20) letters.push(letter);
    }
  }
  return (letters.join("").match(/.{5}/g) ?? []).join("-");
}

/**
 * Reads and hashes what `first_run` says of the administrator. Throws `StartError`, which never repeats
 * the password, before anything is written.
 * @param taken names of the clients and accounts that the first run makes
 */
export async function firstAdministrator(
  service: Service,
  taken: readonly string[],
): Promise<FirstAdministrator> {
  const { admin_name, admin_password } = service.options.first_run;
  const named = alias.safeParse(admin_name);
  if (!named.success) {
    throw new StartError(`first_run.admin_name: ${named.error.issues[0]?.message}`);
  }
  const name = named.data;
  if (taken.some((one) => canonicalAlias(one) === canonicalAlias(name))) {
    throw new StartError(`first_run.admin_name: ${name} is a name that the first run gives away`);
  }
  const declared = admin_password !== "";
  const password = declared ? admin_password : readablePassword(service.runtime.random);
  const details = { name: "Administrator", uid: name, password };
  try {
    const written = await writtenDetails(service, details, "first_run");
    return { alias: name, password, declared, details: written };
  } catch (cause) {
    if (!(cause instanceof AuthError)) throw cause;
    const reason = (cause.detail ?? cause.message).replace(/^details\.password: /, "");
    throw new StartError(`first_run.admin_password: ${reason}`, { cause });
  }
}
