/** Which uses of the service take a token, asked of the functions behind the uses. */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { provenPrincipal } from "../../iam/heard-of.ts";
import { refusedAtManagement, refusedAtPlanes } from "../../identity.ts";
import { mayRefresh } from "../../tokens/client.ts";
import { confirmedBy } from "../../tokens/confirmation.ts";
import { requireEnabled } from "../../tokens/issue.ts";
import { whatEnded } from "../../tokens/revocation.ts";
import { openPerson } from "../../tokens/subjects.ts";
import { acceptRefreshToken } from "../accept-refresh.ts";
import { acceptToken, type BearerSubject } from "../bearer.ts";
import { enabledClient } from "../clients/find.ts";
import { isFirstPartyClient, useOf } from "../first-party.ts";
import { rotates, rotationOf, wasUsedBefore } from "../rotation.ts";
import type { InspectedParties, TokenKindName, TokenUse } from "./inspected.ts";

/** What refuses a token; everything else is a failure of ours and goes on as one. */
const REFUSALS: ReadonlySet<string> = new Set([
  "invalid_token",
  "invalid_grant",
  "unauthorized_client",
]);

const refused = (use: TokenUse["use"], reason: string): TokenUse => ({
  use,
  accepted: false,
  reason,
});

const taken = (use: TokenUse["use"], reason: string | undefined): TokenUse =>
  reason === undefined ? { use, accepted: true } : refused(use, reason);

/** The value, or the words in which it is refused. */
async function reasonOf<T>(step: () => T | Promise<T>): Promise<{ value: T } | { reason: string }> {
  try {
    return { value: await step() };
  } catch (error) {
    if (error instanceof AuthError && REFUSALS.has(error.code)) return { reason: error.message };
    throw error;
  }
}

/** The same reason wherever access tokens are taken. */
export const noUse = (reason: string): readonly TokenUse[] => [
  refused("userinfo", reason),
  refused("service", reason),
  refused("management", reason),
];

/** I-4: what userinfo takes is not always good for the service's own routes. */
function serviceUse(call: Call, subject: BearerSubject): TokenUse {
  return taken("service", refusedAtPlanes({ use: useOf(call, subject) }));
}

/** Decision E-4: whether an administrator can manage the service with it; the rights of the person are not looked at. */
function managementUse(call: Call, subject: BearerSubject): TokenUse {
  const use = useOf(call, subject);
  return taken("management", refusedAtPlanes({ use }) ?? refusedAtManagement({ use }));
}

/** Userinfo, and the routes of the service. That a certificate or a proof has to come with it is said apart. */
export async function accessUses(call: Call, text: string): Promise<readonly TokenUse[]> {
  const found = await reasonOf(() => acceptToken(call, text, false));
  if ("reason" in found) return noUse(found.reason);
  const { value: subject } = found;
  return [taken("userinfo", undefined), serviceUse(call, subject), managementUse(call, subject)];
}

/** The token endpoint, for the client that the token was issued to. */
export async function refreshUse(call: Call, text: string): Promise<TokenUse> {
  const found = await reasonOf(async () => {
    const { token, subject } = await acceptRefreshToken(call, text);
    const client = await enabledClient(call, token.azp);
    if (!client) throw new AuthError("invalid_grant", "client is disabled");
    requireEnabled(call, { subject, client });
    if (!mayRefresh(client)) {
      throw new AuthError("unauthorized_client", "the client may not use this grant type");
    }
    if (rotates(call, client) && (await rotationOf(call, token))?.spent) throw wasUsedBefore();
  });
  return "reason" in found ? refused("token", found.reason) : { use: "token", accepted: true };
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Subject, client and revocations of a token that a key of ours has signed. */
export async function partiesOf(
  call: Call,
  kind: TokenKindName,
  claims: Readonly<Record<string, unknown>>,
): Promise<InspectedParties> {
  const person = await openPerson(call, claims).catch(() => ({ sub: "", sign_in: undefined }));
  const [sub, azp, jti, sid] = [person.sub, claims.azp, claims.jti, claims.sid].map(text);
  const [sign_in, scope] = [person.sign_in, claims.scope].map(text);
  const subject = sub === undefined ? undefined : await provenPrincipal(call.service, sub);
  const client = azp === undefined ? undefined : await enabledClient(call, azp);
  const iat = typeof claims.iat === "number" ? claims.iat : 0;
  // Of an ID token only the family can end.
  const revoked =
    sub !== undefined && sid !== undefined
      ? whatEnded(call, {
          ...{ sub, sid, iat, jti: jti ?? "", azp: azp ?? "", scope: scope?.split(" ") ?? [] },
          ...(sign_in !== undefined && { sign_in }),
        })
      : undefined;
  const replaced =
    kind === "refresh_token" && jti !== undefined
      ? await call.service.codes.get("rotated_refresh", jti)
      : undefined;
  const { thumbprint: certificate, jkt: key } = confirmedBy(claims.cnf) ?? {};
  return {
    ...(sub !== undefined && {
      subject: {
        id: sub,
        ...(subject?.alias[0] !== undefined && { alias: subject.alias[0] }),
        state: subject ? (subject.disabled ? "disabled" : "enabled") : "unknown",
      },
    }),
    ...(azp !== undefined && {
      client: {
        id: azp,
        state: client ? "enabled" : "disabled_or_unknown",
        ...(client && { first_party: isFirstPartyClient(call, client) }),
      },
    }),
    ...(revoked !== undefined && { revoked }),
    ...(replaced !== undefined && { replaced: true }),
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
  };
}
