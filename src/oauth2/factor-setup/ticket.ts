/**
 * The right to set a second factor up as part of a sign-in whose first factor was right: for ten minutes, once, for that
 * user and client. It is worth nothing to an account that has a factor.
 */
import { type Call, now } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { requireNoFactor } from "../../credentials/second-factor.ts";
import { newTotpSecret } from "../../crypto/totp.ts";
import { AuthError } from "../../errors.ts";
import { provenPrincipal } from "../../iam/heard-of.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { durationOf, numericDate } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";
import type { Decision } from "../../tokens/decision.ts";
import { newFamilyId } from "../../tokens/family-id.ts";
import { isEnded } from "../../tokens/revocation.ts";

const LIFETIME = durationOf(600_000);
const TICKET = /^[0-9a-f]{64}$/;

type Payload = CodePayload<"factor_setup">;

/** What only the holder of the ticket learns, or no one. */
interface Sealed {
  /** For an authenticator app. */
  readonly secret: string;
  /** The first factor, where it is a code of a mail: it is used up when the factor is set up. */
  readonly mailed?: string | undefined;
}

export interface Ticket {
  readonly id: string;
  readonly payload: Payload;
  readonly user: PrincipalRecord;
  readonly sealed: Sealed;
}

/** How the person knows the account. */
export const accountName = ({ alias, id }: PrincipalRecord): string => alias[0] ?? id;

const placeOf = (ticket: string) => ({ table: "auth_flow_codes", row: ticket, field: "setup" });

/** @param decision what is given when the factor is set up */
export async function issueTicket(
  call: Call,
  decision: Decision,
  mailed: string | undefined,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { store, codes, runtime } = call.service;
  const id = encodeHex(runtime.random(32));
  const sealed: Sealed = { secret: newTotpSecret(runtime.random), mailed };
  const { subject, client, scope, resources, remember_me, proof, amr } = decision;
  const payload: Payload = {
    user_id: subject.id,
    client_id: client.id,
    scope: [...scope],
    resources: [...resources],
    remember_me: remember_me ?? false,
    proof: proof === "email_code" ? proof : "password",
    amr: [...(amr ?? [])],
    sealed: await store.box.seal(placeOf(id), JSON.stringify(sealed)),
    sid: newFamilyId(call),
    iat: numericDate(now(call)),
  };
  await codes.put("factor_setup", id, payload, LIFETIME);
  return { id, secret: sealed.secret };
}

const invalidGrant = () => new AuthError("invalid_grant", "the sign-in took too long: begin again");

/** The right as it is now, not used up. Throws `invalid_grant`, and the refusals of `requireNoFactor`. */
export async function readTicket(call: Call, id: string, client_id: string): Promise<Ticket> {
  const payload = TICKET.test(id) ? await call.service.codes.get("factor_setup", id) : undefined;
  if (!payload || payload.client_id !== client_id) throw invalidGrant();
  const user = await provenPrincipal(call.service, payload.user_id);
  const { user_id: sub, sid, iat } = payload;
  if (now(call) >= iat * 1_000 + LIFETIME) throw invalidGrant();
  if (!user || user.disabled || isEnded(call, { sub, sid, iat }, client_id)) throw invalidGrant();
  await requireNoFactor(call, user);
  const text = await call.service.store.box.open(placeOf(id), payload.sealed);
  return { id, payload, user, sealed: JSON.parse(text) };
}

/** One atomic step decides, on all instances (P-4). */
export async function useTicket(call: Call, { id }: Ticket): Promise<void> {
  if (!(await call.service.codes.take("factor_setup", id))) throw invalidGrant();
}
