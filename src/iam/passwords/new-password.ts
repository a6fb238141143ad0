/** What a new password must be by the settings, besides what every one must be (E-1): never asked at a sign-in. */
import type { Service } from "../../call.ts";
import { type Message, message } from "../../messages/message.ts";
import { isOfWords } from "../../std/own-words.ts";
import type { WeakKind } from "../../std/password-rules.ts";
import type { WeakPassword } from "../../std/weak-password-text.ts";
import { isBreached } from "./breached-password.ts";
import { passwordProblem } from "./password-rule.ts";
import { isCommon } from "./weak-password.ts";

/** The minimum length of a new password (specification limits; D18). */
export const minimumPasswordLength = ({ snapshots }: Pick<Service, "snapshots">): number =>
  snapshots.current.settings.signup.password_min_length;

/** What is refused besides, for pages that say so before a password is chosen. */
export function refusedKinds({ snapshots }: Pick<Service, "snapshots">): readonly WeakKind[] {
  const { refuse_own_words, refuse_common, range_url } = snapshots.current.settings.password;
  return [
    ...(refuse_own_words ? (["words"] as const) : []),
    ...(refuse_common ? (["common"] as const) : []),
    ...(range_url === "" ? [] : (["breached"] as const)),
  ];
}

/** Length and form. Undefined when they are good; otherwise the reason in words. */
export const formProblem = (service: Service, password: string): Message | undefined =>
  passwordProblem(password, minimumPasswordLength(service));

/** Why the settings refuse a password. */
export interface Weakness {
  /** By which answers say it, and pages find their text. */
  readonly code: WeakPassword;
  /** It reads after the name of what it is about. */
  readonly fault: Message;
}

const OWN_WORDS: Weakness = {
  code: "password_own_words",
  fault: message("fault.password.words"),
};
const COMMON: Weakness = { code: "password_common", fault: message("fault.password.common") };
const BREACHED: Weakness = { code: "password_breached", fault: message("fault.password.breached") };

/** The words of an account, and those of this service. @param words names and addresses, as far as they are texts */
export const accountWords = (
  { snapshots }: Pick<Service, "snapshots">,
  words: readonly unknown[],
): readonly string[] =>
  [...words, snapshots.current.settings.branding.product_name, "postern"].filter(
    (word) => typeof word === "string",
  );

/**
 * Undefined when the settings let it be set.
 * @param words of the account: names and addresses
 */
export async function weakness(
  service: Service,
  password: string,
  words: readonly (string | undefined)[],
): Promise<Weakness | undefined> {
  const { refuse_own_words, refuse_common, range_url } =
    service.snapshots.current.settings.password;
  if (refuse_own_words && isOfWords(password, accountWords(service, words))) return OWN_WORDS;
  if (refuse_common && isCommon(password)) return COMMON;
  if (range_url !== "" && (await isBreached(service, range_url, password))) return BREACHED;
  return undefined;
}
