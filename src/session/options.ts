/** Static configuration of a session (login-session-wire 2.1, 2.6, 2.16; section 11). */
import { z } from "zod";
import { StartError } from "../errors.ts";
import { providerOverlay } from "../options.ts";
import { writeFault } from "../settings/document/faults.ts";
import { parseStrictly } from "../settings/document/parse-strictly.ts";
import {
  parseOrigin,
  resourceAddress,
  webAddress,
  webAddressOrPath,
} from "../settings/fields/address-field.ts";
import { redisShape } from "../settings/fields/code-store.ts";
import { duration } from "../settings/fields/duration-field.ts";
import {
  checkedText,
  choice,
  flag,
  integer,
  list,
  optionalSection,
  refuse,
  section,
  text,
  writtenAs,
} from "../settings/fields/field.ts";
import { namedMap, pathSegment } from "../settings/fields/named-map.ts";
import { proxyList } from "../settings/fields/proxy-list.ts";
import { sessionProvider } from "../settings/records/session-provider.ts";
import type { Differences, MustBeNever } from "../std/type-differences.ts";
import type { SameSite } from "./cookie-options.ts";
import type { SessionOptions } from "./session-options.ts";

export const SESSION_STORES = ["memory", "database", "redis", "file"] as const;

/** RFC 6265 §4.1.1: a token. */
const COOKIE_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
export const cookieName = (fallback = "") =>
  checkedText((value) => COOKIE_NAME.test(value), "must be a cookie name", fallback);

/** A variable of the environment is one text; several keys come as a JSON list in it. */
function readList(text: string): readonly string[] {
  if (!text.startsWith("[")) return [text];
  try {
    return z.array(z.string()).parse(JSON.parse(text));
  } catch {
    return [text];
  }
}

/** One key, or several: the first signs and seals, all of them verify and open. */
const sessionKey = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((value, context): readonly string[] => {
    const given = typeof value === "string" ? readList(value) : (value ?? []);
    const keys = given.filter((key) => key !== "");
    const short = keys.some((key) => key.length < 16);
    return short ? refuse(context, "must have at least 16 characters") : keys;
  })
  .meta({
    type: "array",
    items: { type: "string" },
    title: "Session keys",
    writeOnly: true,
  });

const SAME_SITE = ["", "default", "lax", "strict", "none"] as const;

/** 0 unset, 1 default mode, 2 Lax, 3 Strict, 4 None; the words work too. */
export const sameSite = () =>
  writtenAs<SameSite, number | string>(z.union([z.number(), z.string()])).transform(
    (value, context): "lax" | "strict" | "none" => {
      const text = typeof value === "string" ? value.trim().toLowerCase() : value;
      const word = /^\d$/.test(String(text)) ? SAME_SITE[Number(text)] : text;
      if (typeof word === "number") return refuse(context, "must be from 0 to 4");
      if (word === undefined && value !== undefined) return refuse(context, "must be from 0 to 4");
      if (word === "lax" || word === "strict" || word === "none") return word;
      if (word === undefined || word === "" || word === "default") return "lax";
      return refuse(context, "must be lax, strict, none, or a number from 0 to 4");
    },
  );

/** Absent means: on, unless the public scheme is known to be http. */
export const secureFlag = () => z.boolean().optional();

const store = section({
  active: choice(["", ...SESSION_STORES], ""),
  redis: section({
    ...redisShape,
    key_prefix: text("session_"),
  }),
  file: section({ path: text() }),
});

const providerSource = optionalSection({
  auth_middleware: text(),
  url: webAddress(),
  group: text(),
  ttl: duration("30s", { least: "1s", most: "24h" }),
  headers: namedMap(z.string().meta({ writeOnly: true })),
  insecure_skip_verify: flag(),
  ...providerOverlay,
});

const protectedResource = optionalSection({
  resource: resourceAddress(),
  authorization_servers: list(),
  scopes_supported: list(),
  check_audience_azp: list(),
  dpop_bound_access_tokens_required: flag(),
});

const hostRule = z.object({
  host: z.string().optional(),
  regex: z.string().optional(),
  cookie_name: cookieName(),
});

export const sessionOptions = z.object({
  session_key: sessionKey,
  store,
  options: section({
    path: text("/"),
    max_age: integer({ fallback: 86_400, least: 0, most: 400 * 86_400 }),
    domain: text(),
    secure: secureFlag(),
    http_only: flag(true),
    same_site: sameSite(),
  }),
  /** Empty: `auth_session`, with the prefix `__Host-` where the cookie qualifies for it (B-8). */
  cookie_name: cookieName(),
  cookie_name_hosts: z
    .array(hostRule)
    .nullish()
    .transform((value) => value ?? []),
  provider: namedMap(sessionProvider, pathSegment),
  provider_source: providerSource,
  set_provider: text(),
  skip_paths: list(),
  auth_skip_paths: list(),
  protected_resource: protectedResource,
  /** Resources besides `protected_resource` that access tokens may name here (RFC 8707). */
  audience: list(),
  action: section({
    active: choice(["", "token"], "token"),
    token: section({
      login_path: webAddressOrPath(),
      disable_refresh: flag(),
      insecure_skip_verify: flag(),
      legacy_proxy_auth: flag(),
      redirect_always: flag(),
    }),
  }),
  /** Fixed public origin; without it the request decides. */
  base_url: checkedText((value) => parseOrigin(value) !== undefined, "must be an origin"),
  /** Peers whose forwarded headers count (H-5). */
  trusted_proxies: proxyList(),
});

type _Checked = MustBeNever<Differences<SessionOptions, z.input<typeof sessionOptions>>>;

/** Checked, with every default filled in. */
export type ParsedSession = z.output<typeof sessionOptions>;

/** Throws a `StartError` that names every bad key on a line of its own. */
export function parseSession(input: unknown): ParsedSession {
  const parsed = parseStrictly(sessionOptions, input ?? {});
  if (parsed.ok) return parsed.value;
  throw new StartError(parsed.faults.map((fault) => writeFault(fault, "session")).join("\n"));
}
