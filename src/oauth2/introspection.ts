/** RFC 7662: what a token says, to the clients it concerns (X-3, W9). */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import { attempt, proceed, type Ready } from "../std/ready.ts";
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
export const recognise = (call: Call, text: string): Ready<Recognised | undefined> =>
  proceed(
    recogniseAs(call, text, "access"),
    (found) => found ?? recogniseAs(call, text, "refresh"),
  );

const recogniseAs = (call: Call, text: string, kind: TokenKind): Ready<Recognised | undefined> =>
  attempt<Recognised | undefined>(
    () => proceed(verifyToken(call, text, kind), (token) => ({ kind, token })),
    (error) => {
      if (error instanceof AuthError && error.code === "invalid_token") return undefined;
      throw error;
    },
  );

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
function isAlive(call: Call, token: VerifiedToken): Ready<boolean> {
  const subject = call.service.snapshots.current.principals.get(token.sub);
  if (subject?.disabled !== false) return false;
  return proceed(enabledClient(call, token.azp), (client) => client !== undefined);
}

const isActive = (call: Call, token: VerifiedToken): Ready<boolean> =>
  proceed(isAlive(call, token), (alive) =>
    alive ? proceed(isRevoked(call, token), (revoked) => !revoked) : false,
  );

export const introspect = (call: Call, client: Client, text: string): Ready<Answer> =>
  proceed(recognise(call, text), (recognised) => {
    if (!recognised || !concerns(recognised, client)) return INACTIVE;
    const { token } = recognised;
    return proceed(isActive(call, token), (active) => (active ? answerOf(call, token) : INACTIVE));
  });

function answerOf(call: Call, token: VerifiedToken): Answer {
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
