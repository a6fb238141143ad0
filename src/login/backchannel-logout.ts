/** POST {base}/auth/backchannel-logout/{provider}: a provider ends sessions here (OpenID Connect Back-Channel Logout 1.0 §2.5). */
import { AuthError } from "../errors.ts";
import { readFormFields } from "./body.ts";
import type { Visit } from "./visit.ts";

/** 200 for a token that counts; 400 says why another does not, 503 asks for another try (§2.8). */
export async function answerBackchannelLogout(visit: Visit, provider: string): Promise<Response> {
  const token = (await readFormFields(visit.request)).get("logout_token");
  if (!token) throw new AuthError("invalid_request", "logout_token is required");
  await visit.session.endByLogoutToken(provider, token);
  return new Response(null, { status: 200, headers: { "Cache-Control": "no-store" } });
}
