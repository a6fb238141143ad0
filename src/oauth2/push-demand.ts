/** RFC 9126 §5, §6: whose authorization requests have to be pushed, on every way to a code. */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { RegisteredClient } from "./clients/registered-client.ts";

export const demandsPush = ({ snapshot }: Call, { pushes }: RegisteredClient): boolean =>
  pushes === true || snapshot.settings.authorize.require_pushed_requests;

/** Throws `invalid_request` for a request that a browser brings in full, where that is not enough. */
export function requireNoPush(call: Call, client: RegisteredClient): void {
  if (!demandsPush(call, client)) return;
  throw new AuthError("invalid_request", "the request has to be pushed first (RFC 9126)");
}
