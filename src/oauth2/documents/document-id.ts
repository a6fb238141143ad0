/** Client ids that are URLs of metadata documents (specification, token rule 14; auth-wire 5.13; G-5). */
import { hostWithin } from "../../settings/fields/address-field.ts";
import type { Settings } from "../../settings/index.ts";
import { validHost } from "../../std/host.ts";
import { canonicalPath } from "../../std/request-path.ts";

/** It stands in tokens, and on a page. */
const MAX_ID_LENGTH = 512;

/**
 * The host, with its port, of an id that is the URL of a document; undefined for every other id. One spelling
 * alone: lower case, punycode, no default port, no dot segments, so that a person is shown what was fetched.
 */
export function documentHost(id: string): string | undefined {
  if (!id.startsWith("https://") || id.length > MAX_ID_LENGTH || id.includes("#")) return undefined;
  const url = URL.parse(id);
  if (url?.href !== id || url.username !== "" || url.password !== "") return undefined;
  if (!validHost(url.host) || canonicalPath(url.pathname) === undefined) return undefined;
  return url.host;
}

type Rules = Settings["registration"]["documents"];

/** `example.com` is that host alone, `*.example.com` every one below it. */
const covers = (entry: string, host: string) =>
  entry.startsWith("*.")
    ? host !== entry.slice(2) && hostWithin(host, entry.slice(2))
    : host === entry;

/** Whether documents of this host count: on no list of denied hosts, and on that of allowed ones if there is one. */
export function isHostAllowed({ allow_hosts, deny_hosts }: Rules, host: string): boolean {
  const name = host.replace(/:\d+$/, "").replace(/\.$/, "");
  const listed = (entries: readonly string[]) => entries.some((entry) => covers(entry, name));
  return !listed(deny_hosts) && (allow_hosts.length === 0 || listed(allow_hosts));
}
