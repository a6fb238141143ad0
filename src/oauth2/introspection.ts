/** RFC 7662: what a token says, to the clients it concerns (X-3, W9). */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { Client } from "../tokens/client.ts";
import { isRevoked } from "../tokens/revocation.ts";
import type { VerifiedToken } from "../tokens/verified-token.ts";
import { type TokenKind, verifyToken } from "../tokens/verify.ts";
import { enabledClient } from "./clients/find.ts";
import { isBelow } from "./resource.ts";

type Answer = Readonly<Record<string, unknown>>;

/** The one answer for unknown, expired, revoked and foreign tokens (§2.2, X-3). */
const INACTIVE: Answer = { active: false };

export interface Recognised {
  readonly kind: TokenKind;
  readonly token: VerifiedToken;
}

/** An access or refresh token of ours; undefined for everything else. */
export async function recognise(call: Call, text: string): Promise<Recognised | undefined> {
  for (const kind of ["access", "refresh"] as const) {
    try {
      return { kind, token: await verifyToken(call, text, kind) };
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== "invalid_token") throw error;
    }
  }
  return undefined;
}

/** Issued to the client, addressed to it, or to a resource that is its own. */
function concerns({ kind, token }: Recognised, client: Client): boolean {
  if (token.azp === client.id) return true;
  if (kind === "refresh") return false;
  if (client.introspection === "any") return true;
  return token.aud.some(
    (audience) =>
      audience === client.id || client.resources.some((prefix) => isBelow(audience, prefix)),
  );
}

/** K-10: neither the subject nor the client of the token is disabled or gone. */
async function isAlive(call: Call, token: VerifiedToken): Promise<boolean> {
  const subject = call.service.snapshots.current.principals.get(token.sub);
  return subject?.disabled === false && (await enabledClient(call, token.azp)) !== undefined;
}

export async function introspect(call: Call, client: Client, text: string): Promise<Answer> {
  const recognised = await recognise(call, text);
  if (!recognised || !concerns(recognised, client)) return INACTIVE;
  const { token } = recognised;
  if (!(await isAlive(call, token)) || (await isRevoked(call, token))) return INACTIVE;
  const { preferred_username } = token.claims;
  return {
    // All claims of the token; members of RFC 7662 §2.2 come last, so that no claim can replace them.
    ...token.claims,
    active: true,
    token_type: "Bearer",
    iss: call.issuer,
    client_id: token.azp,
    ...(typeof preferred_username === "string" && { username: preferred_username }),
  };
}
