/** Registration of a passkey in two steps (WebAuthn §7.1; auth-wire 6.6; F-4, F-6). */
import { and, count, eq } from "drizzle-orm";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { mutate } from "../../store/mutate.ts";
import { passkeyCredentials, users } from "../../store/tables.ts";
import { isEnabledRow } from "../principals/enabled.ts";
import { requireNoneYet } from "../second-factor/first-factor.ts";
import { countBegin, newCeremony, SESSION_LIFETIME, TIMEOUT } from "./ceremony.ts";
import { readRegistration } from "./credential-json.ts";
import { descriptorOf, passkeyName, usablePasskeys } from "./records.ts";
import { relyingPartyOf } from "./relying-party.ts";
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
  const { challenge, session_id } = newCeremony(call);
  const user_verification = verification ?? rp.user_verification;
  const payload = { challenge, rp_id: rp.id, user_id: user.id, user_verification };
  await call.service.codes.put("passkey_reg", session_id, payload, SESSION_LIFETIME);
  const details = await user.details.open();
  const name = user.alias[0] ?? user.id;
  return {
    session_id,
    options: {
      challenge,
      rp: { id: rp.id, name: rp.name },
      user: {
        id: userHandleOf(user.id),
        name,
        displayName: typeof details.name === "string" && details.name ? details.name : name,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      timeout: TIMEOUT,
      excludeCredentials: present.map(descriptorOf),
      authenticatorSelection: { residentKey: "preferred", userVerification: user_verification },
      attestation: "none",
    },
  };
}

const sessionInvalid = () => new AuthError("invalid_request", message("refusal.passkey_late"));

/**
 * Stores the passkey and answers its id. The session is used up whatever comes of it (F-4).
 * @param firstFactor it is set up in a sign-in, as the only factor: the device has to have checked the person
 */
export async function finishRegistration(
  call: Call,
  user: PrincipalRecord,
  { session_id, name, credential }: RegistrationFinish,
  actor: string,
  firstFactor = false,
): Promise<string> {
  const { service } = call;
  const begun = session_id && (await service.codes.take("passkey_reg", session_id));
  if (!begun || begun.user_id !== user.id) throw sessionInvalid();
  const rp = await relyingPartyOf(call);
  if (rp.id !== begun.rp_id) {
    throw new AuthError("invalid_request", message("refusal.passkey_site"));
  }
  const sent = readRegistration(credential);
  const { id, public_key, sign_count, ...facts } = await verifyRegistration(sent, {
    challenge: begun.challenge,
    origins: rp.origins,
    rp_id: rp.id,
    requiresVerification: firstFactor || begun.user_verification === "required",
  });
  const change = { topic: "passkeys", action: "create", entity: id, actor } as const;
  await mutate(service.store, change, async (open) => {
    const { tx, now, touch } = open;
    const [row] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user.id), isEnabledRow()));
    if (!row) throw userGone();
    if (firstFactor) await requireNoneYet(open, user.id);
    const [held] = await tx
      .select({ passkeys: count() })
      .from(passkeyCredentials)
      .where(eq(passkeyCredentials.user_id, user.id));
    if (held && held.passkeys >= MAX_PER_USER) throw tooMany();
    const inserted = await tx
      .insert(passkeyCredentials)
      .values({
        ...{ id, public_key, sign_count, user_id: user.id, rp_id: rp.id },
        name: passkeyName(name, facts.aaguid),
        credential: { ...facts, transports: sent.response.transports },
        ...{ created_at: now, updated_at: now },
      })
      .onConflictDoNothing()
      .returning({ id: passkeyCredentials.id });
    if (inserted.length === 0) {
      throw new AuthError("conflict", "cannot save credential", {
        detail: message("refusal.passkey_there"),
      });
    }
    touch("passkeys", id);
  });
  return id;
}
