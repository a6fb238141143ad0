/** Whole permission checks: identity resolved, then asked (auth-wire 2.9, 3). */
import { type Call, now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import { type CallerContext, callerRequired, principalOf, refusedCaller } from "../caller.ts";
import { checkAccess, checkPrincipal } from "./check-principal.ts";
import type { CheckAnswer, CheckIdentity, CheckRequest } from "./question.ts";

/**
 * May this identity do this? `id` wins over `alias`, `api-key:<id>` is an alias. No identity, an
 * unknown or a disabled one: public permissions alone decide.
 */
export const checkIdentity = (call: Call, input: CheckIdentity & CheckRequest): CheckAnswer =>
  checkAccess(call.snapshot, now(call), input);

/**
 * The same for the caller of X-User. An unknown one has public permissions only; a "no" for an
 * anonymous caller becomes a 401 (specification, Errors 3; D1).
 */
export function checkCaller(
  call: Call,
  context: CallerContext,
  request: CheckRequest,
): CheckAnswer {
  const { caller } = context;
  if (caller.kind === "refused") throw refusedCaller(caller);
  const principal = principalOf(context);
  const answer = checkPrincipal(call.snapshot, now(call), principal, request);
  if (answer.allowed || principal) return answer;
  if (caller.kind === "absent") throw callerRequired();
  throw new AuthError("unauthenticated", message("refusal.user"));
}
