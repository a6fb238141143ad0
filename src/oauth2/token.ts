/** The token endpoint's rules, without HTTP: the same for requests and for in-process callers. */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { TokenResponse } from "../tokens/decision.ts";
import { issueTokens } from "../tokens/issue.ts";
import { authenticateClient } from "./clients/authenticate.ts";
import type { TokenParameters } from "./grants/grant.ts";
import { findGrant } from "./grants/registry.ts";

export type { TokenParameters };

const single = (value: TokenParameters[string]) => (typeof value === "string" ? value : undefined);

export async function requestTokens(
  call: Call,
  parameters: TokenParameters,
  authorization: string | undefined,
): Promise<TokenResponse> {
  const type = single(parameters.grant_type);
  if (!type) throw new AuthError("invalid_request", "grant_type is required");
  const grant = findGrant(type);
  if (!grant) throw new AuthError("unsupported_grant_type", "grant type not supported");
  if (!grant.enabled(call)) throw new AuthError("unsupported_grant_type", grant.disabledMessage);
  const credentials = {
    authorization,
    client_id: single(parameters.client_id),
    client_secret: single(parameters.client_secret),
  };
  const { strength } = grant;
  const needed = typeof strength === "function" ? strength(parameters) : strength;
  const client = await authenticateClient(call, credentials, needed);
  if (client.grantTypes && !client.grantTypes.includes(type)) {
    throw new AuthError("unauthorized_client", "the client may not use this grant type");
  }
  const form = grant.form.safeParse(parameters);
  if (!form.success) {
    const [issue] = form.error.issues;
    throw new AuthError("invalid_request", `${issue?.path.join(".")}: ${issue?.message}`);
  }
  return issueTokens(call, await grant.decide(call, client, form.data));
}
