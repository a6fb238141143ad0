/** What the login page offers by what is stored: each session provider with its client, as far as a sign-in by it can work. */
import type { Call, Service } from "../call.ts";
import { equalConstantTime } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import { type Message, message } from "../messages/message.ts";
import { findClient, type RegisteredClient } from "../oauth2/clients/find.ts";
import { mayOffer } from "../oauth2/clients/login-words.ts";
import { emailSignInOffered } from "../oauth2/email-sign-in/enabled.ts";
import { grantScope } from "../oauth2/scope.ts";
import type { Providers } from "../providers/catalog.ts";
import { readCatalog } from "../providers/read-catalog.ts";
import { PROVIDER_RECORDS } from "../records/login-buttons.ts";
import type { ProviderOAuth2, SessionProvider } from "../settings/records/session-provider.ts";
import { providerStartedBy } from "../std/provider-start.ts";

export interface PageWays {
  readonly password: boolean;
  readonly passkey: boolean;
  readonly mail: boolean;
  /** Records of providers that a button of the page leads to, as `oauth:google` and `saml:campus`. */
  readonly upstreams: ReadonlySet<string>;
  /** Keys of session providers that another service answers: who can sign in there is not known here. */
  readonly elsewhere: readonly string[];
  /** Why a session provider is of no use, one line each. */
  readonly faults: readonly Message[];
}

/** Why a provider is of no use: the client, record or instance that it names, and what is wrong with that. */
interface Fault {
  readonly kind:
    | "no_settings"
    | "no_instance"
    | "no_client"
    | "client_out_of_use"
    | "client_public"
    | "client_secret"
    | "client_registered_itself"
    | "client_acr"
    | "client_roles"
    | "client_scopes"
    | "client_codes"
    | "client_grants"
    | "no_passwords"
    | "provider_off";
  readonly id?: string;
}

/** Ways of one provider. */
interface Offer {
  readonly ways?: readonly ("password" | "passkey" | "mail")[];
  readonly upstream?: string;
  readonly elsewhere?: boolean;
  readonly fault?: Fault;
}

interface Named {
  readonly key: string;
  readonly provider: SessionProvider;
}

/** Providers that the page shows: hidden in one group, one can still be in another. */
function* shown(call: Call): Generator<Named> {
  const { merged, groups } = readCatalog(call);
  const seen = new Set<string>();
  const all: Providers[] = [merged, ...groups.values()];
  for (const [key, provider] of all.flatMap((one) => [...one])) {
    if (provider.hide || seen.has(key)) continue;
    seen.add(key);
    yield { key, provider };
  }
}

/** The client of a provider with the right secret, or what is wrong with it. */
async function clientOf(
  call: Call,
  { client_id, client_secret = "", scopes }: ProviderOAuth2,
): Promise<RegisteredClient | Fault["kind"]> {
  const record = call.snapshot.oauth_clients.get(client_id);
  const registered = await findClient(call, client_id);
  if (!registered || registered.client.disabled) return record ? "client_out_of_use" : "no_client";
  const { client, secret } = registered;
  if (client.public) return "client_public";
  if (secret === "" || !equalConstantTime(client_secret, secret)) return "client_secret";
  if (client.dynamic) return "client_registered_itself";
  // Who of the administrators reaches it now, says nothing of their next sign-in.
  if (client.requiredAcr) return "client_acr";
  if (client.allowedRoles) return "client_roles";
  try {
    grantScope(client, scopes?.join(" "));
  } catch (error) {
    if (error instanceof AuthError) return "client_scopes";
    throw error;
  }
  return client;
}

const mayUse = ({ grantTypes }: RegisteredClient, grant: string) =>
  grantTypes === undefined || grantTypes.includes(grant);

/** Whether a code can come back to the page for this provider; where the page is, is not known here. */
function takesCode({ snapshot }: Call, key: string, client: RegisteredClient): boolean {
  if (!mayUse(client, "authorization_code")) return false;
  const { redirectUris, whitelistUrls } = client;
  const end = `/${encodeURIComponent(key)}`;
  if (redirectUris.length > 0) return redirectUris.some((uri) => uri.endsWith(end));
  return whitelistUrls.length > 0 || !snapshot.settings.oauth2.require_registered_redirects;
}

function buttonOf(call: Call, key: string, address: string, client: RegisteredClient): Offer {
  const started = providerStartedBy(call.service.options.prefix_path, address);
  if (!started) return { elsewhere: true };
  const { source, id } = started;
  const record = call.snapshot[PROVIDER_RECORDS[source]].get(id);
  if (!record?.enabled || !record.config) return { fault: { kind: "provider_off", id } };
  return takesCode(call, key, client)
    ? { upstream: `${source}:${id}` }
    : { fault: { kind: "client_codes", id: client.id } };
}

function formsOf(call: Call, { passkey }: SessionProvider, client: RegisteredClient): Offer {
  const { password, passkey: passkeys } = call.snapshot.settings;
  const takesForm = !password.disabled && mayUse(client, "password");
  const takesMail =
    emailSignInOffered(call.snapshot, call.service.runtime) && mayOffer(client, "email_code");
  const takesPasskey = passkey && !passkeys.disabled && mayOffer(client, "passkey");
  const ways = [
    ...(takesForm ? (["password"] as const) : []),
    ...(takesMail ? (["mail"] as const) : []),
    ...(takesPasskey ? (["passkey"] as const) : []),
  ];
  if (ways.length > 0) return { ways };
  const kind = password.disabled ? "no_passwords" : "client_grants";
  return { fault: { kind, id: client.id } };
}

const isRemote = ({ password_flow, oauth2 }: SessionProvider): boolean =>
  Boolean(oauth2?.token_url && (password_flow || oauth2.auth_url)) || Boolean(oauth2?.passkey_url);

async function offerOf(call: Call, registry: Registry, { key, provider }: Named): Promise<Offer> {
  const { oauth2, auth_middleware: name, passkey, password_flow } = provider;
  if (!oauth2) return {};
  if (!name) return isRemote(provider) ? { elsewhere: true } : {};
  if (registry && !registry.own.has(name)) {
    if (registry.others.has(name)) return { elsewhere: true };
    return { fault: { kind: "no_instance", id: name } };
  }
  const client = await clientOf(call, oauth2);
  if (typeof client === "string") return { fault: { kind: client, id: oauth2.client_id } };
  if (password_flow) return formsOf(call, provider, client);
  if (oauth2.auth_url) return buttonOf(call, key, oauth2.auth_url, client);
  // Without an address the code flow leads back to the page, for people who are signed in already.
  const takesPasskey =
    passkey && !call.snapshot.settings.passkey.disabled && mayOffer(client, "passkey");
  return takesPasskey ? { ways: ["passkey"] } : {};
}

const sentenceOf = (provider: string, { kind, id = "" }: Fault): Message =>
  message(`sign_in.${kind}`, { provider, id });

const NONE: PageWays = {
  password: false,
  passkey: false,
  mail: false,
  upstreams: new Set(),
  elsewhere: [],
  faults: [],
};

/** Names by which sessions find auth instances; undefined where they are not known. */
export type Registry = Service["front"]["registry"];

/** What the page offers at the snapshot of the call. */
export async function pageWays(
  call: Call,
  registry: Registry = call.service.front.registry,
): Promise<PageWays> {
  let providers: Named[];
  try {
    providers = [...shown(call)];
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { ...NONE, faults: [message("sign_in.unreadable")] };
  }
  const offers = await Promise.all(
    providers.map(async (one) => {
      // A namespace that cannot be read throws: what needs it does not work.
      const offer = await offerOf(call, registry, one).catch((error: unknown): Offer => {
        if (error instanceof AuthError) return { fault: { kind: "no_settings" } };
        throw error;
      });
      return { key: one.key, ...offer };
    }),
  );
  const has = (way: "password" | "passkey" | "mail") =>
    offers.some(({ ways }) => ways?.includes(way));
  return {
    password: has("password"),
    passkey: has("passkey"),
    mail: has("mail"),
    upstreams: new Set(offers.flatMap(({ upstream }) => upstream ?? [])),
    elsewhere: offers.flatMap(({ key, elsewhere }) => (elsewhere ? [key] : [])),
    faults: offers.flatMap(({ key, fault }) => (fault ? [sentenceOf(key, fault)] : [])),
  };
}
