/**
 * `POST {prefix}/oauth2/signup/verify`: the mailed code comes back, and the account exists: the one that its own
 * request asked for, whatever else was asked for this address (E-3, E-7, decision E-12).
 */
import type { Call } from "../../call.ts";
import { readMailedCode, takeMailedCode } from "../../codes/mailed-code.ts";
import { countedAttempt } from "../../iam/attempts.ts";
import { registerUser } from "../../iam/principals/register-user.ts";
import { codeNotFound } from "./code-not-found.ts";
import { requireCode } from "./fields.ts";
import type { AccountAnswer, AccountRequest } from "./request.ts";
import { requireSignupEnabled } from "./sign-up.ts";

/** Throws `forbidden`, `invalid_request`, 401 for the code, `conflict`, `too_many_requests`. */
export async function verifySignup(call: Call, request: AccountRequest): Promise<AccountAnswer> {
  requireSignupEnabled(call);
  const code = requireCode(request.code);
  const { service } = call;
  const registration = await countedAttempt(call, "mail_code", undefined, async () => {
    const mailed = await readMailedCode(service, "signup", code);
    // One atomic step decides, on all instances (P-4).
    const taken = mailed && (await takeMailedCode(service, "signup", mailed.code));
    if (!taken) throw codeNotFound();
    return taken;
  });
  await registerUser(service, { ...registration, email_verified: true });
  return { message: "email verified, you can now sign in" };
}
