/** Tokens that are too long to be used are not issued; long ones are told in health before that (N-1). */

import { type Call, now, partOf, type Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { holdingsOf, rolesForScopes } from "../iam/principals/holdings.ts";
import { type Message, message } from "../messages/message.ts";
import { remember } from "../std/bounded-map.ts";
import { MAX_TOKEN_LENGTH } from "../std/token-length.ts";
import type { Decision } from "./decision.ts";
import { rolesOf } from "./roles.ts";
import { toldTo } from "./told.ts";

/** From here on health warns; many proxies take no longer header line either. */
const LONG = MAX_TOKEN_LENGTH / 2;
/** Pairs of principal and client that are remembered, and told. */
const MAX_REMEMBERED = 100;
const MAX_REPORTED = 3;
/** Permissions that the log names. */
const MAX_NAMED = 5;

interface Long {
  readonly principal: string;
  readonly client: string;
  readonly length: number;
  readonly roles: number;
  readonly scopes: number;
}

/** By principal and client, the last token that was issued or refused. */
const longTokens = partOf(() => new Map<string, Long>());

/** Permissions by how many role names they bring, most first. */
function largestPermissions(call: Call, { subject, scope }: Decision): string[] {
  const { snapshot } = call;
  const access = holdingsOf(snapshot, subject, now(call));
  return access.permissions
    .map((held) => ({
      name: snapshot.permissions.get(held.id)?.name ?? held.id,
      roles: rolesForScopes(snapshot, { ...access, permissions: [held] }, scope).length,
    }))
    .filter(({ roles }) => roles > 0)
    .sort((a, b) => b.roles - a.roles)
    .slice(0, MAX_NAMED)
    .map(({ name, roles }) => `${name}: ${roles} roles`);
}

/**
 * Refuses tokens that no endpoint of ours would take back, with the counts that made them long: scopes
 * bring roles, so `invalid_scope` tells the client what it can change (RFC 6749 §5.2).
 * @param tokens everything that one answer holds
 */
export function requireUsableLength(
  call: Call,
  decision: Decision,
  tokens: readonly (string | undefined)[],
): void {
  const { service } = call;
  const { subject, client, scope, resources } = decision;
  const length = Math.max(...tokens.map((token) => token?.length ?? 0));
  const ofPairs = longTokens(service);
  const pair = `${subject.id} ${client.id}`;
  ofPairs.delete(pair);
  if (length <= LONG) return;
  const roles = rolesOf(call, decision, toldTo(call, client, scope)).names.length;
  const scopes = scope.length;
  const long = { principal: subject.id, client: client.id, length, roles, scopes };
  remember(ofPairs, pair, long, MAX_REMEMBERED);
  if (length <= MAX_TOKEN_LENGTH) return;
  service.runtime.log.warn("a token was not issued because it would be too long", {
    principal: subject.id,
    client: client.id,
    characters: length,
    most: MAX_TOKEN_LENGTH,
    roles,
    scopes,
    resources: resources.length,
    permissions: largestPermissions(call, decision),
  });
  throw new AuthError(
    "invalid_scope",
    `the token would have ${length} characters with ${roles} roles, ${scopes} scopes, ${resources.length} resources; at most ${MAX_TOKEN_LENGTH} can be used: ask for fewer scopes, or let an administrator give fewer roles`,
  );
}

/** For health: whose tokens are about to become too long, the longest first. */
export function longTokenWarnings(service: Service): Message[] {
  const all = [...longTokens(service).values()].sort((a, b) => b.length - a.length);
  const told = all
    .slice(0, MAX_REPORTED)
    .map((long) => message("tokens.long", { ...long, most: MAX_TOKEN_LENGTH }));
  const more = all.length - told.length;
  return more > 0 ? [...told, message("tokens.more_long", { count: more })] : told;
}
