/** `AuthOptions`: the static, instance-local configuration (spec, "Static configuration"). */
import { z } from "zod";
import { StartError } from "./errors.ts";
import type { AuthOptions } from "./options/auth-options.ts";
import type { ParsedDatabase, ParsedRedis } from "./runtime.ts";
import { writeFault } from "./settings/document/faults.ts";
import { parseStrictly } from "./settings/document/parse-strictly.ts";
import { isLocalPath, parseOrigin, webAddressOrPath } from "./settings/fields/address-field.ts";
import { CODE_STORES, codeStoreFaults, codeStoreShape } from "./settings/fields/code-store.ts";
import { duration, MAX_TIMER, optionalDuration } from "./settings/fields/duration-field.ts";
import {
  addFault,
  checkedText,
  choice,
  flag,
  integer,
  refuse,
  secret,
  section,
  text,
} from "./settings/fields/field.ts";
import { namedMap } from "./settings/fields/named-map.ts";
import { proxyList } from "./settings/fields/proxy-list.ts";
import { isLdapAddress, LDAP_ADDRESS } from "./settings/records/ldap-config.ts";
import { PROVIDER_ENDPOINTS, type ProviderEndpoint } from "./settings/records/session-provider.ts";
import { validHost } from "./std/host.ts";
import { trimEnd } from "./std/trim-end.ts";
import type { Differences, MustBeNever, Sparse } from "./std/type-differences.ts";

const NOT_A_HOST = "must be a host with optional port, without scheme and path";

/** Segments of unreserved characters; everything else means something to a URL or to the router. */
const PREFIX = /^(?:\/[A-Za-z0-9._~-]+)*$/;

/** An identifier, optionally with its schema, so that it can be written into SQL as it stands. */
const TABLE = /^(?:[A-Za-z_][A-Za-z0-9_]{0,62}\.)?[A-Za-z_][A-Za-z0-9_]{0,62}$/;

const dsn = () =>
  checkedText(
    (value) => /^postgres(?:ql)?:\/\/\S+$/i.test(value),
    "must be a URL such as postgres://user:password@host:5432/database",
  )
    .transform((value) => value || undefined)
    .meta({ format: "dsn" });

const unlimitedCount = (fallback: number) =>
  integer({ fallback, least: Number.MIN_SAFE_INTEGER, most: 10_000 });

const prefixPath = z
  .string()
  .optional()
  .transform((value, context) => normalisePrefix(value ?? "/auth", context))
  .meta({ default: "/auth" });

/** Marked as a secret because a migration may create a database user with its password. */
const substitution = z
  .unknown()
  .transform((value, context) => {
    const plain = typeof value === "string" || typeof value === "number" || value === !!value;
    return plain ? String(value) : refuse(context, "must be a text, a number, true or false");
  })
  .meta({ writeOnly: true });

const database = section({
  dsn: dsn(),
  max_open_conns: unlimitedCount(5),
  max_idle_conns: unlimitedCount(3),
  conn_max_lifetime: duration("15m", { signed: true }),
  conn_max_idle_time: optionalDuration({ signed: true }),
  migration: section({
    dsn: dsn(),
    disabled: flag(),
    values: namedMap(substitution),
    table: checkedText(
      (value) => TABLE.test(value),
      "must be the name of a table, optionally with its schema",
      "auth_migrations",
    ),
    lock_key: text("postern-auth-migrations"),
  }),
});

const codeStore = section({
  active: choice(["", ...CODE_STORES], ""),
  ...codeStoreShape,
})
  .superRefine((store, context) => {
    for (const { reason, path } of codeStoreFaults(store)) addFault(context, reason, path);
  })
  .transform(({ active, ...rest }) => (active === "" ? undefined : { active, ...rest }));

/** To this machine itself, where nothing can listen in. */
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

function isSignerAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  if (`${username}${password}${search}${hash}` !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname));
}

const signer = section({
  url: checkedText(
    isSignerAddress,
    "must be an https URL without user, query and fragment, or http to this machine itself",
  ),
  token: secret({ title: "Token of the signer" }),
  ca_file: text(),
}).superRefine(({ url, token, ca_file }, context) => {
  const fault = (path: string, message: string) =>
    context.addIssue({ code: "custom", message, path: [path] });
  if (url !== "" && token === "") fault("token", "is required with signer.url");
  if (url === "" && token !== "") fault("url", "is required with signer.token");
  if (ca_file !== "" && !url.startsWith("https:")) fault("ca_file", "needs an https URL");
});

const cache = section({
  disable_notification_listener: flag(),
  poll_interval: optionalDuration({ least: "10ms", most: MAX_TIMER }),
  code_store: codeStore,
});

const ldap = section({
  addr: checkedText(isLdapAddress, LDAP_ADDRESS),
  disable_sync: flag(),
});

const endpoints = Object.fromEntries(
  PROVIDER_ENDPOINTS.map((name) => [name, webAddressOrPath()]),
) as Record<ProviderEndpoint, ReturnType<typeof webAddressOrPath>>;

/** One layer of host replacements and endpoint overrides (auth-service.md); sessions have one, too. */
export const providerOverlay = {
  host_replacements: namedMap(z.string(), hostFault).superRefine((rules, context) => {
    for (const [host, replacement] of Object.entries(rules)) {
      if (validHost(replacement)) continue;
      context.addIssue({ code: "custom", message: NOT_A_HOST, path: [host] });
    }
  }),
  overrides: namedMap(z.object({ oauth2: section(endpoints) })),
} as const;

const oauth2 = section({
  base_url: checkedText(
    (value) => parseOrigin(value) !== undefined,
    "must be an origin such as https://id.example.com, without user, path, query or fragment",
  ).transform((value) => parseOrigin(value) ?? ""),
});

const firstRun = section({
  mode: choice(["sealed", "open"], "sealed"),
  admin_name: text("admin"),
  admin_password: secret({ title: "Password of the first administrator" }),
  login_path: checkedText(isLocalPath, "must be a path that starts with one slash", "/login/"),
  auth_middleware: text("auth"),
  seed: text(),
  seed_key: secret({ title: "Private key for the sealed secrets of the seed document" }),
}).superRefine(({ mode, seed }, context) => {
  if (seed === "" || mode === "sealed") return;
  context.addIssue({ code: "custom", message: "needs mode sealed", path: ["seed"] });
});

/** A host with an optional port; an IPv6 address in brackets. */
const isCollector = (value: string): boolean => validHost(value);

const stream = z
  .object({
    file: text(),
    max_megabytes: integer({ fallback: 100, least: 0, most: 1_000_000 }),
    keep: integer({ fallback: 5, least: 0, most: 1_000 }),
    syslog: checkedText(isCollector, NOT_A_HOST),
    ca_file: text(),
    cert_file: text(),
    key_file: text(),
  })
  .superRefine(({ file, syslog, cert_file, key_file }, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: "custom", message, path: [path] });
    if ((file === "") === (syslog === "")) fault("file", "is required, or syslog, and not both");
    if ((cert_file === "") !== (key_file === "")) fault("key_file", "goes with cert_file");
  });

const audit = section({ streams: namedMap(stream, streamName) });

/** The name is a part of the place that the stream keeps in the database. */
function streamName(name: string): string | undefined {
  return /^[A-Za-z0-9_.-]{1,60}$/.test(name) ? undefined : "must be letters, digits, _, . and -";
}

const sessionProviders = section(providerOverlay);

/** That layer, checked. */
export type ProviderOverlay = z.output<typeof sessionProviders>;

export const authOptions = z
  .object({
    prefix_path: prefixPath,
    database,
    encryption: section({ key: secret({ title: "Encryption key" }) }),
    signer,
    cache,
    ldap,
    oauth2,
    audit,
    first_run: firstRun,
    session_providers: sessionProviders,
    trusted_proxies: proxyList(),
    surface: choice(["full", "public"], "full"),
  })
  .superRefine((options, context) => {
    // A key that the service made up itself would be lost with the instance, and the data with it.
    if (options.database.dsn === undefined || options.encryption.key !== "") return;
    context.addIssue({
      code: "custom",
      message: "is required with database.dsn; postern keygen makes one",
      path: ["encryption", "key"],
    });
  });

type _Checked = MustBeNever<Differences<AuthOptions, z.input<typeof authOptions>>>;

/** Checked, with every default filled in. */
export type ParsedOptions = z.output<typeof authOptions>;

type ParsedCodeStore = NonNullable<ParsedOptions["cache"]["code_store"]>;
type _CheckedDatabase = MustBeNever<Differences<ParsedDatabase, Sparse<ParsedOptions["database"]>>>;
type _CheckedRedis = MustBeNever<Differences<ParsedRedis, ParsedCodeStore["redis"]>>;

/** Reads static options; throws a `StartError` that names every bad key on a line of its own. */
export function parseOptions(input: unknown): ParsedOptions {
  const parsed = parseStrictly(authOptions, input ?? {});
  if (parsed.ok) return parsed.value;
  throw new StartError(parsed.faults.map((fault) => writeFault(fault, "options")).join("\n"));
}

function normalisePrefix(text: string, context: z.RefinementCtx): string {
  const path = trimEnd(`/${text.trim()}`.replace(/^\/+/, "/"), "/");
  const dots = path.split("/").some((segment) => segment === "." || segment === "..");
  if (PREFIX.test(path) && !dots) return path;
  return refuse(context, "must be a path of letters, digits and . _ ~ - such as /auth");
}

function hostFault(host: string): string | undefined {
  return validHost(host) ? undefined : NOT_A_HOST;
}
