/** What a token lacks for one operation, decided where the operation is known (MCP, step-up flow). */
import type { Context } from "hono";
import { getSession } from "../session/context.ts";
import { challenge, RESOURCE_CORS } from "../session/protected-resource.ts";
import type { SessionState } from "../session/variables.ts";
import { scopeSet } from "./claims.ts";
import { guardAnswer } from "./guard-answer.ts";

const DESCRIPTION = "the operation needs a scope that the token does not have";

/** Scopes of the caller; behind a resource server with those that they imply. */
export const heldScopes = ({ resource, identity }: SessionState): ReadonlySet<string> =>
  resource?.scopes ?? scopeSet(identity?.claims ?? {});

/**
 * RFC 6750 §3.1: behind a resource server a client gets the scopes that the operation needs, and the address of
 * the metadata, so that it can come back with more.
 */
export function scopeChallenge(
  state: SessionState | undefined,
  scopes: readonly string[],
): Record<string, string> {
  if (!state?.resource) return {};
  const header = challenge({
    metadataUrl: state.resource.metadata_url,
    error: "insufficient_scope",
    error_description: DESCRIPTION,
    scope: scopes.join(" "),
  });
  return { ...RESOURCE_CORS, "WWW-Authenticate": header };
}

/**
 * For operations that are known only from the body of a request, such as a tool call: undefined when the
 * caller's token has every scope, else the answer, 403 with a challenge that names all of them at once. 401
 * without an identity.
 * @param scopes what the operation needs, all of them
 */
export function missingScope(c: Context, scopes: readonly string[]): Response | undefined {
  const state = getSession(c);
  if (!state?.identity) return guardAnswer(401, { message: "claims not found" });
  const held = heldScopes(state);
  if (scopes.every((scope) => held.has(scope))) return undefined;
  const body = { message: "scope not authorized" };
  return guardAnswer(403, body, scopeChallenge(state, scopes));
}
