/** Registration of a passkey in two steps (WebAuthn §7.1; auth-wire 6.6; F-4, F-6). */
import { and, count, eq } from "drizzle-orm";
import type { Call } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { noteCredential, type Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { passkeyCredentials, users } from "../../store/tables.ts";
import { isEnabledRow } from "../principals/enabled.ts";
import { requireNoneYet } from "../second-factor/first-factor.ts";
import { countBegin, newCeremony, SESSION_LIFETIME, TIMEOUT_MS } from "./ceremony.ts";
import { readRegistration } from "./credential-json.ts";
import { descriptorOf, type PasskeyRow, passkeyName, usablePasskeys } from "./records.ts";
import { type RelyingParty, relyingPartyOf } from "./relying-party.ts";
import { userHandleOf } from "./user-handle.ts";
import { ALGORITHMS, verifyRegistration } from "./verify.ts";

/** Passkeys of one user. */
const MAX_PER_USER = 50;

/** The answer of a begin: what `navigator.credentials.create` needs, and the session of the finish. */
export interface RegistrationBegin {
  readonly session_id: string;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface RegistrationFinish {
  readonly session_id: string | undefined;
  /** Label; empty for the name of the authenticator. */
  readonly name: string;
  readonly credential: unknown;
}

const userGone = () => new AuthError("not_found", message("refusal.user"));

/** Users sign in with passkeys; service accounts, disabled and deleted users do not. */
export function requireUser(principal: PrincipalRecord | undefined): PrincipalRecord {
  if (!principal || principal.disabled || principal.service_account) throw userGone();
  return principal;
}

const tooMany = () =>
  new AuthError("conflict", "too many passkeys", {
    detail: message("refusal.many_passkeys", { most: MAX_PER_USER }),
  });

/**
 * Throws `conflict` for a user who has too many, `too_many_requests` after too many begins.
 * @param verification where it has to be more than the settings ask
 */
export async function beginRegistration(
  call: Call,
  user: PrincipalRecord,
  verification?: "required",
): Promise<RegistrationBegin> {
  await countBegin(call, user.id);
  const rp = await relyingPartyOf(call);
  const present = await usablePasskeys(call, user.id, rp);
  if (present.length >= MAX_PER_USER) throw tooMany();
  const details = await user.details.open();
  const name = user.alias[0] ?? user.id;
  const displayName = typeof details.name === "string" && details.name ? details.name : name;
  return beginCeremony(call, rp, {
    user: { id: user.id, name, displayName },
    present,
    verification: verification ?? rp.user_verification,
  });
}

/** What an authenticator is asked for. */
interface Wanted {
  /** Whose it is to be, as the authenticator shows it. */
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly present: readonly PasskeyRow[];
  readonly verification: RelyingParty["user_verification"];
  /** The account begins with it. */
  readonly invitation?: string;
}

/** Stores the challenge. */
export async function beginCeremony(
  call: Call,
  rp: RelyingParty,
  { user, present, verification: user_verification, invitation }: Wanted,
): Promise<RegistrationBegin> {
  const { challenge, session_id } = newCeremony(call);
  const payload = {
    ...{ challenge, rp_id: rp.id, user_id: user.id, user_verification },
    ...(invitation !== undefined && { invitation }),
  };
  await call.service.codes.put("passkey_reg", session_id, payload, SESSION_LIFETIME);
  // Without a password nothing else names the account: it has to be found without a username.
  const residentKey = invitation === undefined ? "preferred" : "required";
  return {
    session_id,
    options: {
      challenge,
      rp: { id: rp.id, name: rp.name },
      user: { ...user, id: userHandleOf(user.id) },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      timeout: TIMEOUT_MS,
      excludeCredentials: present.map(descriptorOf),
      authenticatorSelection: {
        residentKey,
        ...(residentKey === "required" && { requireResidentKey: true }),
        userVerification: user_verification,
      },
      attestation: "none",
    },
  };
}

const sessionInvalid = () => new AuthError("invalid_request", message("refusal.passkey_late"));

/** A passkey that was proven and is not stored yet. */
export interface ProvenPasskey {
  /** As the ceremony was begun. */
  readonly user_id: string;
  readonly row: Omit<typeof passkeyCredentials.$inferInsert, "user_id">;
}

/** What the ceremony was begun for, once. */
export async function takeRegistration(
  { service }: Call,
  session_id: string | undefined,
): Promise<CodePayload<"passkey_reg">> {
  const begun = session_id && (await service.codes.take("passkey_reg", session_id));
  if (!begun) throw sessionInvalid();
  return begun;
}

/** @param verified the device has to have checked the person */
export async function proveRegistration(
  call: Call,
  begun: CodePayload<"passkey_reg">,
  { name, credential }: RegistrationFinish,
  verified: boolean,
): Promise<ProvenPasskey> {
  const rp = await relyingPartyOf(call);
  if (rp.id !== begun.rp_id) {
    throw new AuthError("invalid_request", message("refusal.passkey_site"));
  }
  const sent = readRegistration(credential);
  const { id, public_key, sign_count, ...facts } = await verifyRegistration(sent, {
    challenge: begun.challenge,
    origins: rp.origins,
    rp_id: rp.id,
    requiresVerification: verified || begun.user_verification === "required",
  });
  const row = {
    ...{ id, public_key, sign_count, rp_id: rp.id },
    name: passkeyName(name, facts.aaguid),
    credential: { ...facts, transports: sent.response.transports },
  };
  return { user_id: begun.user_id, row };
}

/** Throws `conflict` for a passkey that is registered already. */
export async function insertPasskey(open: Write, { user_id, row }: ProvenPasskey): Promise<void> {
  const { tx, now, touch } = open;
  const inserted = await tx
    .insert(passkeyCredentials)
    .values({ ...row, user_id, created_at: now, updated_at: now })
    .onConflictDoNothing()
    .returning({ id: passkeyCredentials.id });
  if (inserted.length === 0) {
    throw new AuthError("conflict", "cannot save credential", {
      detail: message("refusal.passkey_there"),
    });
  }
  touch("passkeys", row.id);
  noteCredential(open, user_id, "passkey_added", row.name);
}

/**
 * Stores the passkey and answers its id. The session is used up whatever comes of it (F-4).
 * @param useRight it is set up with the right of a sign-in, as the only factor: the device has to have checked the person.
 *   Called when the passkey is proven and before it is stored: one that is refused leaves the right as it is
 */
export async function finishRegistration(
  call: Call,
  user: PrincipalRecord,
  finish: RegistrationFinish,
  actor: string,
  useRight?: () => Promise<void>,
): Promise<string> {
  const begun = await takeRegistration(call, finish.session_id);
  if (begun.user_id !== user.id || begun.invitation !== undefined) throw sessionInvalid();
  const isFirstFactor = useRight !== undefined;
  const proven = await proveRegistration(call, begun, finish, isFirstFactor);
  await useRight?.();
  const { id } = proven.row;
  const change = { topic: "passkeys", action: "create", entity: id, actor } as const;
  await mutate(call.store, change, async (open) => {
    const { tx } = open;
    const [row] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user.id), isEnabledRow()));
    if (!row) throw userGone();
    if (isFirstFactor) await requireNoneYet(open, user.id);
    const [held] = await tx
      .select({ passkeys: count() })
      .from(passkeyCredentials)
      .where(eq(passkeyCredentials.user_id, user.id));
    if (held && held.passkeys >= MAX_PER_USER) throw tooMany();
    await insertPasskey(open, proven);
  });
  return id;
}
