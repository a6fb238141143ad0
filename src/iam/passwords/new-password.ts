/** What a new password must be by the settings, besides what every one must be (E-1): never asked at a sign-in. */
import type { Service } from "../../call.ts";
import { type Message, message } from "../../messages/message.ts";
import { isBreached } from "./breached-password.ts";
import { passwordProblem } from "./password-rule.ts";
import { isCommon, isOfWords } from "./weak-password.ts";

/** The minimum length of a new password (specification limits; D18). */
export const minimumPasswordLength = ({ snapshots }: Pick<Service, "snapshots">): number =>
  snapshots.current.settings.signup.password_min_length;

/** Length and form. Undefined when they are good; otherwise the reason in words. */
export const formProblem = (service: Service, password: string): Message | undefined =>
  passwordProblem(password, minimumPasswordLength(service));

/**
 * Undefined when the settings let it be set; otherwise the reason in words.
 * @param words of the account: names and addresses
 */
export async function weakness(
  service: Service,
  password: string,
  words: readonly (string | undefined)[],
): Promise<Message | undefined> {
  const { settings } = service.snapshots.current;
  const { refuse_own_words, refuse_common, range_url } = settings.password;
  const all = [...words, settings.branding.product_name, "postern"].filter(
    (word) => typeof word === "string",
  );
  if (refuse_own_words && isOfWords(password, all)) return message("fault.password.words");
  if (refuse_common && isCommon(password)) return message("fault.password.common");
  if (range_url !== "" && (await isBreached(service, range_url, password)))
    return message("fault.password.breached");
  return undefined;
}
