/** How people sign in to a sealed installation: one session provider, and where its page is. */

import type { Service } from "../call.ts";
import { StartError } from "../errors.ts";
import { storedDocument, writeSetting } from "../records/settings.ts";
import { isLocalPath } from "../settings/fields/address-field.ts";
import type { Write } from "../store/change.ts";

/** The OAuth client of the login page. */
export const LOGIN_CLIENT = "login";
export const LOGIN_PROVIDER = "postern";
/** The permission and the role of the first administrator. */
export const ADMIN = "admin";
const SYSTEM = "system";

/** Stricter than the defaults, which are what installations from before rely on; a seed document wins. */
export const NEW_RULES = {
  authorize: { federated_consent: true },
  token: { claims_by_scope: true },
  email: { account_changes: true },
} as const;

/** Where the login page is: paths of this server. */
export interface LoginPlace {
  readonly login_path: string;
  /** Of the code flow; `auth/code` below the page when it is left out. */
  readonly code_path?: string | undefined;
  /** Name of the service for the session in front; that of the standalone server when it is left out. */
  readonly auth_middleware?: string | undefined;
}

/** RFC 8252 §7.3: the port of a loopback target is not compared. */
const LOOPBACK = ["http://127.0.0.1", "http://localhost", "http://[::1]"];

/**
 * Targets of the login's own code flow: with them registered, a code for the login client goes nowhere
 * else (I-5).
 * @param origin of `oauth2.base_url`, when it is set
 */
export function ownCallbacks(
  { login_path, code_path }: LoginPlace,
  origin: string | undefined,
): string[] {
  const path = `${code_path || `${login_path}auth/code`}/${LOGIN_PROVIDER}`;
  return [...LOOPBACK, ...(origin === undefined ? [] : [origin])].map((one) => `${one}${path}`);
}

/** A document that does not parse would stop the next start, so nothing is written with such a path. */
export function requireLoginPath(path: string): void {
  if (!isLocalPath(path))
    throw new StartError("the path of the login page must start with one slash");
}

/** The client as the first start makes it. */
export const loginClient = (client_secret: string, redirect_uris: readonly string[]) => ({
  client_name: "Login",
  client_secret,
  grant_types: ["password", "authorization_code", "refresh_token"],
  redirect_uris,
  skip_consent: true,
});

/** Its session provider. */
export const loginProvider = (client_secret: string, auth_middleware = "auth") => ({
  name: "Password",
  auth_middleware,
  password_flow: true,
  passkey: true,
  api_key: true,
  // Aliases here are user names; the default order would look for an e-mail address first.
  x_user: ["preferred_username"],
  oauth2: { client_id: LOGIN_CLIENT, client_secret, scopes: ["openid", "profile", "email"] },
});

/** Stores the provider, and `authorize.login_url` where nothing else is set; the rest stays. */
export async function writeLogin(
  service: Service,
  open: Write,
  clientSecret: string,
  { login_path, auth_middleware }: LoginPlace,
): Promise<void> {
  const providers = { [LOGIN_PROVIDER]: loginProvider(clientSecret, auth_middleware) };
  await writeSetting(service, open, "session_providers", { providers }, SYSTEM);
  const authorize = (await storedDocument(service, open, "authorize")) ?? {};
  if (authorize.login_url) return;
  await writeSetting(service, open, "authorize", { ...authorize, login_url: login_path }, SYSTEM);
}
