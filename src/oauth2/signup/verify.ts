/**
 * The mailed code of a sign-up comes back, and the account exists: the one that its own request asked for, whatever else
 * was asked for this address (E-3, E-7, decision E-12).
 */
import type { Call } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { readMailedCode, readMailedLink, takeMailedCode } from "../../codes/mailed-code.ts";
import { AuthError } from "../../errors.ts";
import { countedAttempt } from "../../iam/attempts.ts";
import { comparePassword, isPlausible } from "../../iam/passwords/password-rule.ts";
import { storedHash } from "../../iam/principals/details.ts";
import { registerUser } from "../../iam/principals/register-user.ts";
import { signInNewAccount } from "../new-account.ts";
import { isHere } from "./begun.ts";
import { codeNotFound } from "./code-not-found.ts";
import { requireCode } from "./fields.ts";
import type {
  AccountAnswer,
  AccountRequest,
  OpenSignup,
  VerifiedSignup,
  VerifyRequest,
} from "./request.ts";
import { requireSignupEnabled } from "./sign-up.ts";

type Signup = CodePayload<"signup">;

/** Uses the code up when `allow` has let it be, and answers what it stands for. */
async function takeSignup(
  call: Call,
  sent: string | undefined,
  allow: (signup: Signup) => Promise<void> = async () => undefined,
): Promise<Signup> {
  requireSignupEnabled(call);
  const code = requireCode(sent);
  const { service } = call;
  return countedAttempt(call, "mail_code", undefined, async () => {
    const mailed = await readMailedCode(service, "signup", code);
    if (mailed) await allow(mailed.payload);
    // One atomic step decides, on all instances (P-4).
    const taken = mailed && (await takeMailedCode(service, "signup", mailed.code));
    if (!taken) throw codeNotFound();
    return taken;
  });
}

const register = (call: Call, { email, name, password_hash }: Signup): Promise<string> =>
  registerUser(call, { email, name, password_hash, email_verified: true });

/** `POST {prefix}/oauth2/signup/verify`. Throws `forbidden`, `invalid_request`, 401 for the code, `conflict`, `too_many_requests`. */
export async function verifySignup(call: Call, request: AccountRequest): Promise<AccountAnswer> {
  await register(call, await takeSignup(call, request.code));
  return { message: "email verified, you can now sign in" };
}

/** What the code of a link stands for, without using it up; undefined for one that is not accepted. */
export async function readSignup(
  { service }: Call,
  code: string,
  browser: string | undefined,
): Promise<OpenSignup | undefined> {
  const payload = (await readMailedLink(service, "signup", code))?.payload;
  if (!payload) return undefined;
  return {
    address: payload.email,
    ...(isHere(payload, browser) && { search: payload.begun?.search }),
  };
}

/**
 * The owner of a mailbox may not have asked for the account: a stranger can sign up with any address, and waits for a click.
 * So a browser in which the sign-up was not begun has to know the password that was chosen there.
 */
async function requirePassword(
  call: Call,
  { password_hash }: Signup,
  password: string | undefined,
): Promise<void> {
  if (!password) {
    throw new AuthError(
      "unauthenticated",
      "the sign-up was begun in another browser: the password that was chosen there is required",
      { detail: "signup_password_required" },
    );
  }
  const { hashing, runtime } = call.service;
  const hash = storedHash(password_hash) ?? "";
  const { matches } = await hashing.run(call.source() ?? "", call.signal(), async () =>
    isPlausible(password)
      ? comparePassword(runtime.passwords, password, hash, true)
      : { matches: false },
  );
  if (matches) return;
  throw new AuthError("unauthenticated", "this is not the password of the sign-up", {
    detail: "signup_password_wrong",
  });
}

/**
 * The same at a login page of this process, which knows its browser. The one in which the sign-up was begun is signed in;
 * another one has to know the password, and signs in by itself. A refused password leaves the code as it is. Throws what
 * `verifySignup` throws, 401 for the password, and `mfa_setup_required` for an account that is there by then.
 */
export async function verifyAtLogin(call: Call, request: VerifyRequest): Promise<VerifiedSignup> {
  const signup = await takeSignup(call, request.code, async (found) => {
    if (!isHere(found, request.browser)) await requirePassword(call, found, request.password);
  });
  const id = await register(call, signup);
  const { email: address, begun } = signup;
  if (!isHere(signup, request.browser)) return { address };
  const tokens = await signInNewAccount(call, id, request, "password");
  return { address, tokens, flow: begun?.flow };
}
