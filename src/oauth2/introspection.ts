/** RFC 7662: what a token says, to the clients it concerns (X-3, W9). */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import { isUrlBelow } from "../std/url-below.ts";
import type { Client } from "../tokens/client.ts";
import { isRevoked, isRevokedInMemory } from "../tokens/revocation.ts";
import { signInGoesOn } from "../tokens/sign-in-use.ts";
import type { VerifiedToken } from "../tokens/verified-token.ts";
import { type TokenKind, verifyToken } from "../tokens/verify.ts";
import { enabledClient, enabledInMemory } from "./clients/find.ts";

type Answer = Readonly<Record<string, unknown>>;

/** The one answer for unknown, expired, revoked and foreign tokens (§2.2, X-3). */
const INACTIVE: Answer = { active: false };

export interface Recognised {
  readonly kind: TokenKind;
  readonly token: VerifiedToken;
}

const KINDS: readonly TokenKind[] = ["access", "refresh"];

/** An access or refresh token of ours; undefined for everything else. */
export async function recognise(call: Call, text: string): Promise<Recognised | undefined> {
  for (const kind of KINDS) {
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
      audience === client.id || client.resources.some((prefix) => isUrlBelow(audience, prefix)),
  );
}

/** Neither the subject nor the client of the token is disabled or gone (K-10), and it was not revoked. */
async function isActive(call: Call, token: VerifiedToken): Promise<boolean> {
  const subject = call.service.snapshots.current.principals.get(token.sub);
  if (subject?.disabled !== false) return false;
  const client = enabledInMemory(call, token.azp) ?? (await enabledClient(call, token.azp));
  if (client === undefined) return false;
  if (isRevokedInMemory(call, token) ?? (await isRevoked(call, token))) return false;
  return signInGoesOn(call, token);
}

export async function introspect(call: Call, client: Client, text: string): Promise<Answer> {
  const recognised = await recognise(call, text);
  if (!recognised || !concerns(recognised, client)) return INACTIVE;
  const { token } = recognised;
  return (await isActive(call, token)) ? answerOf(call, token) : INACTIVE;
}

function answerOf(call: Call, token: VerifiedToken): Answer {
  const { person: _, ...claims } = token.claims;
  const { preferred_username } = claims;
  return {
    // All claims of the token; members of RFC 7662 §2.2 come last, so that no claim can replace them.
    ...claims,
    active: true,
    token_type: token.jkt === undefined ? "Bearer" : "DPoP",
    iss: call.issuer,
    client_id: token.azp,
    ...(typeof preferred_username === "string" && { username: preferred_username }),
  };
}
