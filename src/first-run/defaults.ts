/** What *Back to the defaults* means for the namespaces that the first start wrote: what it wrote (decision E-13). */
import type { Service } from "../call.ts";
import { writeSetting } from "../records/settings.ts";
import type { Write } from "../store/change.ts";
import {
  ADMIN,
  LOGIN_CLIENT,
  LOGIN_PROVIDER,
  type LoginPlace,
  loginProvider,
  NEW_RULES,
} from "./login.ts";
import { repairClient } from "./repair-login.ts";

/** Where the first start put the login page. */
export const placeOf = ({ options }: Service): LoginPlace => {
  const { login_path, auth_middleware } = options.first_run;
  return { login_path, auth_middleware };
};

/** Namespaces that the first start writes. */
const WRITTEN = ["session_providers", "authorize", "admin", "token"] as const;
type WrittenNamespace = (typeof WRITTEN)[number];

/**
 * Whether this installation has a login page that the first start made, as far as its records say: the client with a
 * secret, and for `admin` the permission.
 */
function wasMade({ snapshots }: Service, namespace: string): namespace is WrittenNamespace {
  if (!WRITTEN.some((name) => name === namespace)) return false;
  const { oauth_clients, permission_names } = snapshots.current;
  const client = oauth_clients.get(LOGIN_CLIENT);
  if (!client?.config?.client_secret) return false;
  return namespace !== "admin" || permission_names.get(ADMIN) !== undefined;
}

/**
 * The stricter rules of new installations, where the document that is taken back has one of their members: the first
 * start of an earlier version wrote none, and its applications rely on that.
 */
function ownRules<N extends keyof typeof NEW_RULES>({ snapshots }: Service, namespace: N) {
  const stored = snapshots.current.stored_settings.get(namespace)?.value ?? {};
  const rules: Readonly<Record<string, unknown>> = NEW_RULES[namespace];
  return Object.keys(rules).some((name) => name in stored) ? rules : {};
}

/** Writes what the first start wrote into a namespace that an open write has emptied. */
export async function restoreMade(
  service: Service,
  open: Write,
  namespace: string,
  actor: string,
): Promise<void> {
  if (!wasMade(service, namespace)) return;
  const place = placeOf(service);
  const write = (document: Readonly<Record<string, unknown>>) =>
    writeSetting(service, open, namespace, document, actor);
  if (namespace === "admin") return write({ permission: ADMIN, allow_missing_x_user: false });
  if (namespace === "authorize") {
    return write({ ...ownRules(service, "authorize"), login_url: place.login_path });
  }
  if (namespace === "token") {
    const rules = ownRules(service, "token");
    return Object.keys(rules).length > 0 ? write(rules) : undefined;
  }
  const secret = await repairClient(service, open, place, actor);
  const provider = loginProvider(secret, place.auth_middleware);
  return write({ providers: { [LOGIN_PROVIDER]: provider } });
}
