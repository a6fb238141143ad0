/** `POST /v1/me/password`: a local user changes their password (auth-wire 2.9; E-1; R-1). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { type Message, message } from "../../messages/message.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { storedHash, storeHash, withOwnPassword } from "../principals/details.ts";
import { countedPassword } from "./attempts.ts";
import { newHash } from "./new-hash.ts";
import { formProblem, weakness } from "./new-password.ts";
import { comparePassword } from "./password-rule.ts";
import { writePassword } from "./write-password.ts";

export interface PasswordChange {
  readonly current_password: string;
  readonly new_password: string;
}

const mismatch = (account: string) =>
  new AuthError("unauthenticated", message("refusal.password_wrong"), { facts: { account } });

/** The text of the fault reads after the name of what it is about. */
const invalidRequest = (fault: Message, detail?: string) =>
  new AuthError("invalid_request", { ...fault, text: `new password ${fault.text}` }, { detail });

export async function changeOwnPassword(
  call: Call,
  { id, alias, local, details }: PrincipalRecord,
  { current_password: current, new_password: next }: PasswordChange,
  actor: string,
): Promise<void> {
  const { service } = call;
  const { runtime } = service;
  const account = alias[0] ?? id;
  if (!local) {
    throw new AuthError("forbidden", message("refusal.password_elsewhere"));
  }
  const problem = formProblem(service, next);
  if (problem) throw invalidRequest(problem);
  const { password: stored, name, email } = await details.open();
  const currentHash = storedHash(stored);
  await countedPassword(call, id, async () => {
    if (!currentHash) throw mismatch(account);
    const { matches } = await comparePassword(runtime.passwords, current, currentHash, true);
    if (!matches) throw mismatch(account);
  });
  const words = [...alias, name, email].filter((word) => typeof word === "string");
  const weak = await weakness(service, next, words);
  if (weak) throw invalidRequest(weak.fault, weak.code);
  const hash = storeHash(await newHash(service, next));
  const written = await writePassword(call, id, actor, (stored) =>
    // The password was changed after it was compared, so the one given is no longer current.
    storedHash(stored.password) === currentHash ? withOwnPassword(stored, hash) : undefined,
  );
  if (!written) throw mismatch(account);
}
