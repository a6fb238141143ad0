/** The one file that sends an error back to a client through the browser (RFC 6749 §4.1.2.1; Z-4). */
import type { Call } from "../../call.ts";
import { type AuthorizationError, responseUrl } from "../../oauth2/authorization-response.ts";
import { redirectTo } from "../../pages/response.ts";
import { describable } from "./oauth.ts";

export function redirectError(error: AuthorizationError, call: Call): Response {
  const { address, code, message } = error;
  const url = responseUrl(address, { error: code, error_description: describable(message) });
  return redirectTo(call, url);
}
