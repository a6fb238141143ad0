/** GET {prefix}/saml/{provider}/login: a sign-in begins (auth-wire 6.2; specification, rule 13; S-7). */
import { type Call, now } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { AuthError } from "../../errors.ts";
import { enabledClient, type RegisteredClient } from "../../oauth2/clients/find.ts";
import { verifyRedirect } from "../../oauth2/clients/redirect-uri.ts";
import { countPending, discountPending } from "../../oauth2/pending-requests.ts";
import { readChallenge } from "../../oauth2/pkce.ts";
import { grantScope } from "../../oauth2/scope.ts";
import { ensureSamlPair } from "../../records/saml-pair.ts";
import { durationOf } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";
import { requestUrl } from "./authn-request.ts";
import { rememberBrowser } from "./browser.ts";
import { requireMetadata } from "./metadata-source.ts";
import { requireProvider, type SamlProvider } from "./provider.ts";
import { serviceProviderFor } from "./service-provider.ts";

/** What a client asks for. */
export interface SamlLogin {
  readonly client_id?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly state?: string | undefined;
  readonly scope?: string | undefined;
  readonly nonce?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
}

/** auth-wire 6.2. */
const RELAY_LIFETIME = durationOf(600_000);
/** Longest texts that are stored and travel in a URL (B-3). */
const LONGEST = { client_id: 2_048, state: 2_048, nonce: 512 } as const;
const CONTROL = /\p{Cc}/u;

/** Empty counts as absent (N-5). */
function bounded(login: SamlLogin, name: keyof typeof LONGEST): string | undefined {
  const value = login[name];
  if (value !== undefined && (value.length > LONGEST[name] || CONTROL.test(value))) {
    throw new AuthError("invalid_request", `${name} is too long or has control characters`);
  }
  return value || undefined;
}

/** Throws the texts of auth-wire 6.2 with the reason as `error`. */
function challengeOf(call: Call, client: RegisteredClient, login: SamlLogin) {
  if (client.public && !login.code_challenge) {
    throw new AuthError("invalid_request", "public clients require PKCE (code_challenge)");
  }
  try {
    return readChallenge(
      login.code_challenge || undefined,
      login.code_challenge_method || undefined,
      {
        required: false,
        requireS256: call.snapshot.settings.authorize.require_s256,
      },
    );
  } catch (cause) {
    if (!(cause instanceof AuthError)) throw cause;
    throw new AuthError("invalid_request", "invalid pkce parameters", {
      detail: cause.message,
      cause,
    });
  }
}

/** An unknown client has no target that is allowed (auth-wire 5.10). */
async function knownClient(call: Call, id: string): Promise<RegisteredClient> {
  const found = await enabledClient(call, id);
  if (found) return found;
  throw new AuthError("invalid_request", "redirect_uri not allowed", {
    facts: { client_id: id.slice(0, 200), reason: "unknown client" },
  });
}

/** The client and its target: at the start, and again when the answer comes (K-10). */
export async function checkClient(call: Call, id: string, redirectUri: string) {
  const client = await knownClient(call, id);
  if (client.grantTypes && !client.grantTypes.includes("authorization_code")) {
    throw new AuthError("unauthorized_client", "the client may not use this flow");
  }
  return { client, redirect: verifyRedirect(call, client, redirectUri, "federated") };
}

async function readLogin(call: Call, login: SamlLogin) {
  const client_id = bounded(login, "client_id");
  if (client_id === undefined) throw new AuthError("invalid_request", "client_id is required");
  if (!login.redirect_uri) throw new AuthError("invalid_request", "redirect_uri is required");
  const { client, redirect } = await checkClient(call, client_id, login.redirect_uri);
  const state = bounded(login, "state");
  const nonce = bounded(login, "nonce");
  return {
    client_id,
    redirect_uri: redirect.uri,
    scope: grantScope(client, login.scope),
    ...challengeOf(call, client, login),
    ...(state !== undefined && { org_state: state }),
    ...(nonce !== undefined && { nonce }),
  };
}

/** An ID that is new to the provider; an xs:ID does not begin with a digit. */
export const newRequestId = ({ service }: Call): string =>
  `_${encodeHex(service.runtime.random(20))}`;

/** The URL at the provider for a request with this ID. */
export async function requestFor(
  call: Call,
  provider: SamlProvider,
  requestId: string,
  relayState: string,
): Promise<string> {
  const { config } = provider;
  const metadata = await requireMetadata(call, provider);
  const signs = config.sign_requests || metadata.wantsSignedRequests;
  const pair = signs ? await ensureSamlPair(call.service) : undefined;
  const request = {
    id: requestId,
    at: now(call),
    destination: metadata.signOn,
    self: serviceProviderFor(call, provider),
    nameIdFormat: config.name_id_format,
  };
  return requestUrl(request, relayState, pair?.private_key);
}

/** Where the browser goes, and the cookie that it is given. */
export async function startSamlLogin(
  call: Call,
  id: string,
  login: SamlLogin,
  request: Request,
): Promise<{ location: string; cookie: string }> {
  const provider = requireProvider(call, id);
  const wanted = await readLogin(call, login);
  const { runtime, codes } = call.service;
  const relayState = encodeHex(runtime.random(32));
  const request_id = newRequestId(call);
  await countPending(call, relayState, wanted.client_id, "saml_relay");
  try {
    const location = await requestFor(call, provider, request_id, relayState);
    const { digest, cookie } = await rememberBrowser(call, request);
    const relay: CodePayload<"saml_relay"> = {
      ...wanted,
      provider: id,
      request_id,
      browser: digest,
    };
    await codes.put("saml_relay", relayState, relay, RELAY_LIFETIME);
    return { location, cookie };
  } catch (error) {
    discountPending(call, relayState);
    throw error;
  }
}
