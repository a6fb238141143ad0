/** What stands in the place of a namespace that is deleted: what the first start wrote (decision E-13), or a fresh key. */
import type { Service } from "../call.ts";
import { writeSetting } from "../records/settings.ts";
import { writeFreshKey } from "../records/signing-key.ts";
import { isReserved, type Namespace, type NamespaceWith } from "../settings/index.ts";
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

/** Whether this installation has a login page that the first start made: its client has a secret. */
const hasMadePage = ({ snapshots }: Service): boolean =>
  Boolean(snapshots.current.oauth_clients.get(LOGIN_CLIENT)?.config?.client_secret);

/**
 * The stricter rules of new installations, where the document that is taken back has one of their members: the first
 * start of an earlier version wrote none, and its applications rely on that.
 */
function ownRules<N extends keyof typeof NEW_RULES>({ snapshots }: Service, namespace: N) {
  const stored = snapshots.current.stored_settings.get(namespace)?.value ?? {};
  const rules: Readonly<Record<string, unknown>> = NEW_RULES[namespace];
  return Object.keys(rules).some((name) => name in stored) ? rules : {};
}

/** The same; undefined where there are none. */
function someRules(service: Service, namespace: keyof typeof NEW_RULES) {
  const rules = ownRules(service, namespace);
  return Object.keys(rules).length > 0 ? rules : undefined;
}

type Document = Readonly<Record<string, unknown>>;
type Restored = (service: Service, open: Write, actor: string) => Promise<void>;

/** Writes a document where the first start made the login page; undefined where it wrote nothing. */
const asMade =
  (
    namespace: Namespace,
    documentOf: (
      service: Service,
      open: Write,
      actor: string,
    ) => Document | Promise<Document> | undefined,
  ): Restored =>
  async (service, open, actor) => {
    const document = hasMadePage(service) ? await documentOf(service, open, actor) : undefined;
    if (document) await writeSetting(service, open, namespace, document, actor);
  };

const RESTORED: { readonly [N in NamespaceWith<"restored">]: Restored } = {
  jwt: writeFreshKey,
  admin: asMade("admin", ({ snapshots }) =>
    snapshots.current.permission_names.has(ADMIN)
      ? { permission: ADMIN, allow_missing_x_user: false }
      : undefined,
  ),
  authorize: asMade("authorize", (service) => ({
    ...ownRules(service, "authorize"),
    login_url: placeOf(service).login_path,
  })),
  token: asMade("token", (service) => someRules(service, "token")),
  email: asMade("email", (service) => someRules(service, "email")),
  session_providers: asMade("session_providers", async (service, open, actor) => {
    const place = placeOf(service);
    const secret = await repairClient(service, open, place, actor);
    return { providers: { [LOGIN_PROVIDER]: loginProvider(secret, place.auth_middleware) } };
  }),
};

/** Writes what stands in the place of a namespace that an open write has emptied. */
export async function restore(
  service: Service,
  open: Write,
  namespace: string,
  actor: string,
): Promise<void> {
  if (!isReserved(namespace)) return;
  await (RESTORED as Partial<Record<Namespace, Restored>>)[namespace]?.(service, open, actor);
}
