/** How the client proves itself to a provider (login-session-wire 1.8; RFC 6749 §2.3.1). */

import type { ProviderOAuth2 } from "../settings/records/session-provider.ts";
import { basicAuthorization } from "./basic-authorization.ts";

interface ClientProof {
  readonly headers: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** 0 Basic, 1 the secret as bearer, 2 query parameters. A client without a secret names itself. */
function clientProof(oauth2: ProviderOAuth2): ClientProof {
  const { client_id, client_secret, auth_header_style = 0 } = oauth2;
  const nothing = { headers: {}, form: {}, query: {} };
  if (client_secret === "") return { ...nothing, form: { client_id } };
  if (auth_header_style === 1) {
    return { ...nothing, headers: { authorization: `Bearer ${client_secret}` } };
  }
  if (auth_header_style === 2) return { ...nothing, query: { client_id, client_secret } };
  return { ...nothing, headers: { authorization: basicAuthorization(client_id, client_secret) } };
}

/** A form to a provider, with its client's proof. */
export function provenRequest(
  url: string,
  oauth2: ProviderOAuth2,
  form: Readonly<Record<string, string | undefined>>,
): Request {
  const proof = clientProof(oauth2);
  const target = new URL(url);
  for (const [name, value] of Object.entries(proof.query)) target.searchParams.set(name, value);
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...form, ...proof.form })) {
    if (value !== undefined && value !== "") body.set(name, value);
  }
  return new Request(target, {
    method: "POST",
    headers: {
      ...proof.headers,
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: body.toString(),
  });
}
