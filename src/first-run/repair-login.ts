/** The login page's own records as the first start made them: written anew where they are gone or do not fit (decision E-13). */
import type { Service } from "../call.ts";
import { configuredOrigin } from "../options/configured-origin.ts";
import { storedConfig, writeConfig } from "../records/config-records.ts";
import { storedDocument, writeSetting } from "../records/settings.ts";
import { parseSetting } from "../settings/index.ts";
import { parseConfig } from "../settings/records/config-records.ts";
import type { Write } from "../store/change.ts";
import { readablePassword } from "./administrator.ts";
import {
  LOGIN_CLIENT,
  LOGIN_PROVIDER,
  type LoginPlace,
  loginClient,
  loginProvider,
  ownCallbacks,
} from "./login.ts";

type Document = Readonly<Record<string, unknown>>;

/** Undefined when there is none, and when it cannot be read: then it is written anew. */
const readable = (reading: Promise<Document | undefined>): Promise<Document | undefined> =>
  reading.catch(() => undefined);

const joined = (list: unknown, more: readonly string[]): string[] => [
  ...new Set([...(Array.isArray(list) ? (list as string[]) : []), ...more]),
];
const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

/** What a sign-in at the page needs of the client; the rest of the record stays as it is. */
function repairedClient(stored: Document | undefined, secret: string, targets: readonly string[]) {
  const fresh = loginClient(secret, targets);
  if (!stored || !parseConfig("oauth_clients", stored).ok) return fresh;
  const { grant_types, redirect_uris, allowed_scopes } = stored;
  const {
    dynamic: _dynamic,
    client_secret_expires_at: _end,
    token_endpoint_auth_method: _method,
    require_acr: _levels,
    allowed_role_ids: _roles,
    ...kept
  } = stored;
  return {
    ...kept,
    client_secret: secret,
    public: false,
    skip_consent: true,
    redirect_uris: joined(redirect_uris, targets),
    ...(isFilled(grant_types) && { grant_types: joined(grant_types, fresh.grant_types) }),
    ...(isFilled(allowed_scopes) && {
      allowed_scopes: joined(allowed_scopes, ["openid", "profile", "email"]),
    }),
  };
}

/** Enables the client of the page and gives it what it lacks. Returns its secret. */
export async function repairClient(
  service: Service,
  open: Write,
  place: LoginPlace,
  actor: string,
): Promise<string> {
  const { snapshots, options, runtime } = service;
  const stored = await readable(storedConfig(service, open, "oauth_clients", LOGIN_CLIENT));
  const given = stored?.client_secret;
  const secret =
    typeof given === "string" && given !== "" ? given : readablePassword(runtime.random);
  const targets = ownCallbacks(place, configuredOrigin(snapshots.current, options));
  const config = repairedClient(stored, secret, targets);
  await writeConfig(
    service,
    open,
    "oauth_clients",
    { id: LOGIN_CLIENT, enabled: true, config },
    actor,
  );
  return secret;
}

/** The document with the page's own provider as the first start made it; other providers stay. */
export async function repairProvider(
  service: Service,
  open: Write,
  secret: string,
  { auth_middleware }: LoginPlace,
  actor: string,
): Promise<void> {
  const namespace = "session_providers";
  const stored = await readable(storedDocument(service, open, namespace));
  const isGood = stored && parseSetting(namespace, stored).ok;
  const { providers = {}, groups = {} } = (isGood ? stored : {}) as {
    readonly providers?: Document;
    readonly groups?: Readonly<Record<string, { readonly providers?: Document }>>;
  };
  // One key has one owner.
  const without = Object.entries(groups).map(([name, group]) => {
    const { [LOGIN_PROVIDER]: _own, ...others } = group.providers ?? {};
    return [name, { ...group, providers: others }];
  });
  const own = loginProvider(secret, auth_middleware);
  const document = {
    ...(isGood ? stored : {}),
    providers: { ...providers, [LOGIN_PROVIDER]: own },
    ...(without.length > 0 && { groups: Object.fromEntries(without) }),
  };
  await writeSetting(service, open, namespace, document, actor);
}

/** Where browsers are sent to sign in, where no address is set or the namespace cannot be read. */
export async function repairAddress(
  service: Service,
  open: Write,
  { login_path }: LoginPlace,
  actor: string,
): Promise<boolean> {
  const stored = await readable(storedDocument(service, open, "authorize"));
  const unreadable = service.snapshots.current.unreadable.has("auth_settings/authorize");
  if (stored?.login_url || (!stored && !unreadable && login_path === "")) return false;
  await writeSetting(service, open, "authorize", { ...stored, login_url: login_path }, actor);
  return true;
}
