/** What people type to sign up and to reset a password, checked before anything else is done (E-1, E-5). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { CONTROL } from "../../iam/fields.ts";
import { newHash } from "../../iam/passwords/new-hash.ts";
import { formProblem, weakness } from "../../iam/passwords/new-password.ts";
import { storeHash } from "../../iam/principals/details.ts";
import { mailAddress } from "../../std/email-address.ts";

const MAX_NAME_LENGTH = 100;

const invalidRequest = (message: string, detail?: string) =>
  new AuthError("invalid_request", message, { detail });

/** In lower case: it becomes an alias, and names that differ in case are one. */
export function requireAddress(email: string | undefined): string {
  const address = mailAddress(email?.trim() ?? "");
  if (address === undefined) throw invalidRequest("a valid email is required");
  return address.toLowerCase();
}

/** Answers the password, which is long enough and can be stored. */
export function requireNewPassword(call: Call, password: string | undefined): string {
  const text = password ?? "";
  const problem = formProblem(call.service, text);
  if (problem !== undefined) throw invalidRequest(`password ${problem.text}`);
  return text;
}

/** What the settings refuse besides. @param words of the account: names and addresses */
export async function requireStrongPassword(
  { service }: Call,
  password: string,
  words: readonly string[],
): Promise<void> {
  const weak = await weakness(service, password, words);
  if (weak !== undefined) throw invalidRequest(`password ${weak.fault.text}`, weak.code);
}

/** The hash to be stored of a password that the settings let be set, made in the line of the caller's network (I-7). */
export async function hashNewPassword(
  call: Call,
  password: string,
  words: readonly string[],
): Promise<string> {
  await requireStrongPassword(call, password, words);
  const { service } = call;
  return service.hashing.run(call.source() ?? "", call.signal(), async () =>
    storeHash(await newHash(service, password)),
  );
}

/** A name to show, or the address without one (auth-wire 5.16). */
export function readName(name: string | undefined, address: string): string {
  const text = name?.trim() ?? "";
  if (text === "") return address;
  if ([...text].length > MAX_NAME_LENGTH) {
    throw invalidRequest(`name must be at most ${MAX_NAME_LENGTH} characters`);
  }
  if (CONTROL.test(text) || !text.isWellFormed()) {
    throw invalidRequest("name must not contain control characters");
  }
  return text;
}

export function requireCode(code: string | undefined): string {
  const text = code?.trim() ?? "";
  if (text === "") throw invalidRequest("code is required");
  return text;
}
