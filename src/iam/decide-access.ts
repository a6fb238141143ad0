/** Whole permission checks: identity resolved, API keys loaded, then asked (auth-wire 2.9, 3). */
import { type Call, now } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { CallerContext } from "./admin.ts";
import { apiKeyPrincipal } from "./api-key-principal.ts";
import {
  type CheckAnswer,
  type CheckIdentity,
  type CheckRequest,
  checkAccess,
  checkPrincipal,
} from "./check.ts";
import { API_KEY_PREFIX, enabledPrincipal } from "./principal.ts";

/**
 * May this identity do this? `id` wins over `alias`, `api-key:<id>` is an alias. No identity, an
 * unknown or a disabled one: public permissions alone decide.
 */
export async function decideAccess(
  call: Call,
  input: CheckIdentity & CheckRequest,
): Promise<CheckAnswer> {
  const { snapshot, service } = call;
  const at = now(call);
  const answer = checkAccess(snapshot, at, input);
  const { id, alias } = input;
  if (answer.allowed || id || !alias?.startsWith(API_KEY_PREFIX)) return answer;
  const key = await apiKeyPrincipal(service, snapshot, alias, at);
  return key ? checkPrincipal(snapshot, at, key, input) : answer;
}

/**
 * The same for the caller of X-User. Who is not known gets what everybody gets; a "no" for nobody is
 * the question who is asking (specification, Errors 3; D1).
 */
export async function decideCallerAccess(
  call: Call,
  { caller }: CallerContext,
  request: CheckRequest,
): Promise<CheckAnswer> {
  if (caller.kind === "malformed") {
    throw new AuthError("unauthenticated", "X-User header is not valid");
  }
  const alias = caller.kind === "named" ? caller.name : undefined;
  const answer = await decideAccess(call, { alias, ...request });
  if (answer.allowed) return answer;
  if (alias === undefined) throw new AuthError("unauthenticated", "X-User header is required");
  const known =
    enabledPrincipal(call.snapshot, alias) ??
    (alias.startsWith(API_KEY_PREFIX)
      ? await apiKeyPrincipal(call.service, call.snapshot, alias, now(call))
      : undefined);
  if (!known) throw new AuthError("unauthenticated", "user not found");
  return answer;
}
