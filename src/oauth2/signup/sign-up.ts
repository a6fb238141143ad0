/** `POST {prefix}/oauth2/signup` (specification, States; auth-wire 5.16; E-1, E-5 to E-7). */

import type { Call, Service } from "../../call.ts";
import { putMailedCode } from "../../codes/mailed-code.ts";
import { AuthError } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import { newHash } from "../../iam/passwords/new-hash.ts";
import { storeHash } from "../../iam/principals/details.ts";
import { principalByAlias } from "../../iam/principals/principal.ts";
import { registerUser } from "../../iam/principals/register-user.ts";
import type { Mail } from "../../mail/mail.ts";
import { requireDelivery } from "../../mail/relay.ts";
import { sendPrepared } from "../../mail/send.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import type { Language } from "../../std/texts/languages.ts";
import type { RegisteredClient } from "../clients/find.ts";
import { mailLink } from "../clients/mail-link.ts";
import { storedBegun } from "./begun.ts";
import { requireSignupClient } from "./client.ts";
import { readName, requireAddress, requireNewPassword, requireStrongPassword } from "./fields.ts";
import type { AccountAnswer, AccountRequest } from "./request.ts";

/** Who signs up. */
interface Person {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export function requireSignupEnabled({ snapshot }: Call): void {
  if (!snapshot.settings.signup.enabled) throw new AuthError("forbidden", "signup is disabled");
}

/** Hashed when it is the turn of the caller's network, like a password that is checked. */
const hashed = (
  { service, source }: Call,
  password: string,
  signal?: AbortSignal,
): Promise<string> =>
  service.hashing.run(source() ?? "", signal, async () =>
    storeHash(await newHash(service, password)),
  );

/** What the address names already; writing the user decides it once more. */
function holderOf({ snapshots }: Service, email: string): PrincipalRecord | "client" | undefined {
  const { current } = snapshots;
  return (
    principalByAlias(current, email) ?? (current.oauth_clients.has(email) ? "client" : undefined)
  );
}

/** Throws `conflict` for an address that is taken: without verification the contract says so. */
async function createNow(call: Call, { password, ...person }: Person): Promise<void> {
  const { service } = call;
  // Before a hash is made for nothing.
  if (holderOf(service, person.email)) throw new AuthError("conflict", "account already exists");
  const password_hash = await hashed(call, password, call.signal());
  await registerUser(call, { ...person, password_hash });
}

/** Their owner gets a mail, and nothing of the account changes; one that cannot sign in gets none. */
function aboutAccount(
  holder: PrincipalRecord | "client",
  to: string,
  language: Language,
): Mail | undefined {
  if (holder === "client" || holder.disabled || holder.service_account) return undefined;
  return { kind: "account_exists", to, values: { user_id: holder.id }, language };
}

/** Behind the answer: the code, or a word to the owner of the account that is there. */
async function mailFor(
  call: Call,
  client: RegisteredClient,
  request: AccountRequest,
  { email, name, password }: Person,
): Promise<Mail | undefined> {
  const { service, snapshot } = call;
  // In both cases, so that what runs beside it slows down in both.
  const password_hash = await hashed(call, password);
  const holder = holderOf(service, email);
  if (holder) return aboutAccount(holder, email, call.language());
  const { code_lifetime: lifetime } = snapshot.settings.signup;
  const payload = {
    ...{ email, name, password_hash, client_id: client.id },
    ...storedBegun(request),
  };
  const mailed = await putMailedCode(service, "signup", payload, canonicalAlias(email), lifetime);
  if (!mailed) return undefined;
  const link = mailLink(call, client, request, mailed.code);
  const values = { name, code: mailed.typed, ...link, lifetime, client_id: client.id };
  return { kind: "verify", to: email, values, language: call.language() };
}

/**
 * With verification the answer is the same for every address, and the account exists when the code comes
 * back. Without it the account exists at once. Throws `forbidden`, `invalid_client`, `invalid_request`,
 * `conflict`, `too_many_requests` and `unavailable`.
 */
export async function signUp(call: Call, request: AccountRequest): Promise<AccountAnswer> {
  requireSignupEnabled(call);
  const client = await requireSignupClient(call, request.credentials);
  const email = requireAddress(request.email);
  const password = requireNewPassword(call, request.password);
  const person = { email, name: readName(request.name, email), password };
  const { email: mail, signup } = call.snapshot.settings;
  if (signup.email_verification) requireDelivery(mail, call.service.runtime);
  await countRequest(call, "signup", email);
  await requireStrongPassword(call, password, [email, person.name]);
  if (!signup.email_verification) {
    await createNow(call, person);
    return { message: "account created", verification_required: false };
  }
  sendPrepared(call.service, () => mailFor(call, client, request, person), call.source());
  return {
    message: "if this address can be used, a mail with a code is on its way",
    verification_required: true,
  };
}
