/** An authorization request that names the key of its client: the code is bound to it (RFC 9449 §10). */
import { AuthError } from "../errors.ts";
import { isThumbprint } from "../std/thumbprint.ts";
import { single } from "./parameters.ts";

/** `dpop_jkt` of a request, as the code keeps it. Throws `invalid_request`. */
export function readKeyBinding(parameters: URLSearchParams): { readonly dpop_jkt?: string } {
  const dpop_jkt = single(parameters, "dpop_jkt");
  if (dpop_jkt === undefined) return {};
  if (!isThumbprint(dpop_jkt)) throw new AuthError("invalid_request", "dpop_jkt is malformed");
  return { dpop_jkt };
}

/** The key that a client has proven is the one that the code or token was bound to, if to any. Throws `invalid_grant`. */
export function requireSameKey(bound: string | undefined, proven: string | undefined): void {
  if (bound === undefined || bound === proven) return;
  throw new AuthError("invalid_grant", "it is bound to another key: the DPoP proof is not by it");
}
