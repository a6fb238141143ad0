/** Whole permission checks: identity resolved, API keys loaded, then asked (auth-wire 2.9, 3). */
import { type Call, now } from "../call.ts";
import { AuthError } from "../errors.ts";
import { type CallerContext, principalOf } from "./caller.ts";
import {
  type CheckAnswer,
  type CheckIdentity,
  type CheckRequest,
  checkAccess,
  checkPrincipal,
} from "./check.ts";
import { apiKeyPrincipal } from "./principals/api-key-principal.ts";
import { API_KEY_PREFIX } from "./principals/principal.ts";

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
 * The same for the caller of X-User. An unknown one has public permissions only; a "no" for an
 * anonymous caller becomes a 401 (specification, Errors 3; D1).
 */
export async function decideCallerAccess(
  call: Call,
  context: CallerContext,
  request: CheckRequest,
): Promise<CheckAnswer> {
  const { caller } = context;
  if (caller.kind === "refused") throw new AuthError(caller.code, caller.reason);
  const { snapshot, service } = call;
  const at = now(call);
  const answer = checkPrincipal(snapshot, at, principalOf(context), request);
  if (answer.allowed) return answer;
  if (caller.kind === "absent") {
    throw new AuthError("unauthenticated", "X-User header is required");
  }
  if (principalOf(context)) return answer;
  const key = caller.name.startsWith(API_KEY_PREFIX)
    ? await apiKeyPrincipal(service, snapshot, caller.name, at)
    : undefined;
  if (!key) throw new AuthError("unauthenticated", "user not found");
  return checkPrincipal(snapshot, at, key, request);
}
