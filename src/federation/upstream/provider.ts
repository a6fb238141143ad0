/** The provider of a record, ready for use: the record, then its preset, then its discovery document (U-2). */
import { type Call, partOf, type Service } from "../../call.ts";
import { AuthError, ProviderUnavailable, withFacts } from "../../errors.ts";
import { type Message, message } from "../../messages/message.ts";
import { fetchJson } from "../../relying-party/fetch-document.ts";
import { providerHttp } from "../../relying-party/guarded-http.ts";
import { type KeptDocuments, keptDocuments } from "../../relying-party/kept-documents.ts";
import { type KeySets, keySets } from "../../relying-party/key-sets.ts";
import type { HttpClient } from "../../runtime.ts";
import { parseWebAddress } from "../../settings/fields/address-field.ts";
import { missingMember, type OAuthProviderConfig } from "../../settings/records/oauth-provider.ts";
import { displayText } from "../../std/display-text.ts";
import { type JsonObject, textOf } from "../../std/json-object.ts";
import { PRESETS, type Preset } from "./presets.ts";

/** A provider that a sign-in can use. */
export interface Upstream {
  readonly id: string;
  readonly config: OAuthProviderConfig;
  readonly auth_url: string;
  readonly token_url: string;
  readonly userinfo_url?: string | undefined;
  readonly emails_url?: string | undefined;
  /** Present: an OpenID provider, whose ID token says who the person is. */
  readonly openid?: { readonly issuer: string; readonly cert_url: string } | undefined;
  /** Every answer of its authorization endpoint names it (RFC 9207 §2.4). */
  readonly namesItself: boolean;
  /** It reads the parameter `claims` (OpenID Connect Core §5.5). */
  readonly readsClaims: boolean;
  readonly scopes: readonly string[];
  readonly alias_claims: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether the form of its answer tells the person's name. */
  readonly namesInForm: boolean;
}

/** What this service keeps of all its upstream providers. */
export interface UpstreamParts {
  readonly http: HttpClient;
  readonly keys: KeySets;
  readonly discovery: KeptDocuments<JsonObject>;
}

const HOUR_MS = 3_600_000;
const PAUSE_MS = 10_000;
const MAX_BYTES = 256 * 1024;

export const upstreamParts = partOf((service): UpstreamParts => {
  const { clock, log } = service.runtime;
  const http = providerHttp(service);
  const read = (url: string) => fetchJson(http, url, { maxBytes: MAX_BYTES });
  return {
    http,
    keys: keySets({ http, clock, log }, false),
    discovery: keptDocuments({ clock, log }, { fresh: HOUR_MS, pause: PAUSE_MS }, read),
  };
});

/** The enabled record; with `disabled` any, as one is tried before it is enabled. Throws `not_found`; the names of objects are names like others (N-6). */
export function requireProvider(call: Call, id: string, disabled = false): OAuthProviderConfig {
  const record = call.snapshot.oauth_providers.get(id);
  if (!record?.config || !(record.enabled || disabled)) {
    throw new AuthError("not_found", message("refusal.provider", { name: displayText(id, 64) }));
  }
  return record.config;
}

/** A record that cannot work, or a document that is not the provider's: an operator has to look, and this service is well. */
export class UnusableProvider extends AuthError {
  /** For administrators: what is wrong with it. */
  readonly reason: Message;

  constructor(id: string, reason: Message, cause?: unknown, said = message("upstream.not_set_up")) {
    super("unavailable", said, { cause, facts: { provider: id, reason: reason.text } });
    this.reason = reason;
  }
}

const presetOf = ({ preset }: OAuthProviderConfig): Preset | undefined =>
  preset === "" ? undefined : PRESETS[preset];

/** Where OpenID Connect Discovery §4 puts the document of an issuer. */
const discoveryUrl = (issuer: string): string =>
  `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

/** Who vouches for people of a record, as far as that is known without asking its provider. */
export function knownIssuer(config: OAuthProviderConfig): string | undefined {
  const preset = presetOf(config);
  const issuer = config.issuer || (preset?.issuer?.(config) ?? "");
  if (issuer !== "" || config.discovery_url !== "") return issuer || undefined;
  const userinfo = config.userinfo_url || preset?.userinfo_url;
  return userinfo === undefined ? undefined : URL.parse(userinfo)?.origin;
}

/** The member of a discovery document when it is an address. */
const addressIn = (document: JsonObject, name: string): string | undefined => {
  const address = textOf(document, name);
  return address !== undefined && parseWebAddress(address) ? address : undefined;
};

interface Known {
  readonly issuer: string;
  readonly document: JsonObject;
}

/**
 * The discovery document where the record leaves addresses to it; its `issuer` must be the one that was
 * asked (Discovery §4.3). Throws `unavailable` while there is none.
 */
async function discovered(
  service: Service,
  id: string,
  config: OAuthProviderConfig,
  issuer: string,
): Promise<Known> {
  const { auth_url, token_url, cert_url, discovery_url } = config;
  const complete = auth_url !== "" && token_url !== "" && (cert_url !== "" || issuer === "");
  const url = discovery_url || (issuer && discoveryUrl(issuer));
  if (url === "" || (complete && discovery_url === "")) return { issuer, document: {} };
  let document: JsonObject;
  try {
    document = await upstreamParts(service).discovery.get(url);
  } catch (cause) {
    const away = new ProviderUnavailable(message("upstream.unreachable"), cause, 10);
    throw withFacts(away, { provider: id, url });
  }
  const named = textOf(document, "issuer") ?? "";
  if (issuer === "" ? named === "" : named !== issuer) {
    throw new UnusableProvider(
      id,
      message("upstream.other_issuer", { named: named.slice(0, 200) }),
    );
  }
  return { issuer: named, document };
}

/**
 * Throws `not_found`, `unavailable`: also for an unusable record.
 * @param id of the record
 * @param disabled takes a disabled record, too
 */
export async function openUpstream(call: Call, id: string, disabled = false): Promise<Upstream> {
  const config = requireProvider(call, id, disabled);
  const missing = missingMember(config);
  if (missing) {
    throw new UnusableProvider(id, missing, undefined, message("upstream.incomplete"));
  }
  const preset = presetOf(config);
  const wanted = config.issuer || (preset?.issuer?.(config) ?? "");
  const known = { ...config, auth_url: config.auth_url || (preset?.auth_url ?? "") };
  const whole = { ...known, token_url: config.token_url || (preset?.token_url ?? "") };
  const { issuer, document } = await discovered(call.service, id, whole, wanted);
  const pick = (own: string, name: string, byPreset?: string) =>
    own || byPreset || addressIn(document, name);
  const auth_url = pick(whole.auth_url, "authorization_endpoint");
  const token_url = pick(whole.token_url, "token_endpoint");
  const cert_url = pick(config.cert_url, "jwks_uri");
  const userinfo_url = pick(config.userinfo_url, "userinfo_endpoint", preset?.userinfo_url);
  if (!auth_url || !token_url) throw new UnusableProvider(id, message("upstream.no_addresses"));
  const openid = issuer && cert_url ? { issuer, cert_url } : undefined;
  if (!openid && !userinfo_url) {
    throw new UnusableProvider(id, message("upstream.no_person"));
  }
  const { scopes, alias_claims } = config;
  const usual = preset?.scopes ?? (openid ? ["openid", "email", "profile"] : []);
  const requested = scopes.length > 0 ? scopes : usual;
  return {
    ...{ id, config, auth_url, token_url, userinfo_url, openid },
    emails_url: config.emails_url || preset?.emails_url,
    namesItself: document.authorization_response_iss_parameter_supported === true,
    readsClaims: document.claims_parameter_supported === true,
    scopes: openid ? [...new Set(["openid", ...requested])] : requested,
    alias_claims: alias_claims.length > 0 ? alias_claims : (preset?.alias_claims ?? ["email"]),
    parameters: preset?.parameters ?? {},
    namesInForm: preset?.namesInForm === true,
  };
}

/** How the client proves itself at the token endpoint. */
export function clientAuthentication({
  config,
}: Upstream): "client_secret_basic" | "client_secret_post" | "none" {
  const { client_secret, token_endpoint_auth_method: method } = config;
  const chosen = method || presetOf(config)?.token_endpoint_auth_method;
  return chosen || (client_secret === "" ? "none" : "client_secret_basic");
}
