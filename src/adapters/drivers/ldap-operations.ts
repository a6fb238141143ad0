/** Bind, search by pages and StartTLS on one connection (RFC 4511, RFC 2696). */

import {
  BindRequest,
  ExtendedRequest,
  FilterParser,
  PagedResultsControl,
  type SearchEntry,
  SearchRequest,
  SearchResponse,
} from "ldapts";
import { message } from "../../messages/message.ts";
import type { LdapEntry, LdapSearch } from "../../runtime/ldap.ts";
import { DirectoryFailure } from "../../runtime/ldap.ts";
import { TimeSlices } from "../../std/time-slices.ts";
import type { LdapLine } from "./ldap-line.ts";

const START_TLS = "1.3.6.1.4.1.1466.20037";
const PAGE_SIZE = 500;
/** Pages without an entry, one after the other; a server may send some while it looks. */
const MAX_EMPTY_PAGES = 200;
const INVALID_CREDENTIALS = 49;

/** Names of the codes that administrators meet (RFC 4511 §4.1.9). */
const RESULTS: Readonly<Record<number, string>> = {
  1: "operationsError",
  2: "protocolError",
  3: "timeLimitExceeded",
  4: "sizeLimitExceeded",
  7: "authMethodNotSupported",
  8: "strongerAuthRequired",
  10: "referral",
  11: "adminLimitExceeded",
  12: "unavailableCriticalExtension",
  13: "confidentialityRequired",
  19: "constraintViolation",
  32: "noSuchObject",
  34: "invalidDNSyntax",
  48: "inappropriateAuthentication",
  49: "invalidCredentials",
  50: "insufficientAccessRights",
  51: "busy",
  52: "unavailable",
  53: "unwillingToPerform",
};

function refusal(status: number, diagnostic: string): DirectoryFailure {
  const name = RESULTS[status] ?? "another result";
  return new DirectoryFailure("refused", message("ldap.refused", { name, status }), {
    code: status,
    cause: new Error(diagnostic.slice(0, 200)),
  });
}

/** See `LdapConnection.bind`. */
export async function bind(line: LdapLine, dn: string, password: string): Promise<boolean> {
  if (password === "" || dn === "") {
    throw new TypeError("a bind without name or password would be anonymous");
  }
  const { final } = await line.ask(new BindRequest({ messageId: line.nextId(), dn, password }));
  if (final.status === 0) return true;
  if (final.status === INVALID_CREDENTIALS) return false;
  throw refusal(final.status, final.errorMessage);
}

/** Asks for TLS; the caller then upgrades the socket. */
export async function askStartTls(line: LdapLine): Promise<void> {
  const { final } = await line.ask(
    new ExtendedRequest({ messageId: line.nextId(), oid: START_TLS }),
  );
  if (final.status !== 0) throw refusal(final.status, final.errorMessage);
}

function parsedFilter(filter: string) {
  try {
    return FilterParser.parseString(filter);
  } catch (cause) {
    throw new DirectoryFailure("refused", message("ldap.bad_filter"), { cause });
  }
}

interface Page {
  readonly entries: readonly SearchEntry[];
  /** Undefined after the last page; an empty page may have one. */
  readonly cookie: Buffer | undefined;
}

async function page(
  line: LdapLine,
  search: LdapSearch,
  attributes: readonly string[],
  before?: Buffer,
): Promise<Page> {
  const { base, scope = "sub", filter, limit } = search;
  const size = Math.min(PAGE_SIZE, limit + 1);
  const value = { size, ...(before && { cookie: before }) };
  const request = new SearchRequest({
    messageId: line.nextId(),
    baseDN: base,
    scope,
    filter: parsedFilter(filter),
    attributes: [...attributes],
    ...(scope === "sub" && { controls: [new PagedResultsControl({ value })] }),
  });
  const { final, entries } = await line.ask(request, limit + 1);
  if (final.status !== 0) throw refusal(final.status, final.errorMessage);
  if (!(final instanceof SearchResponse)) {
    throw new DirectoryFailure("malformed", message("ldap.malformed"));
  }
  const control = final.controls?.find((one) => one instanceof PagedResultsControl);
  const cookie = control?.value?.cookie;
  return { entries, cookie: cookie?.length ? cookie : undefined };
}

const RANGE = /^([^;]+);range=(\d+)-(\d+|\*)$/i;

interface Values {
  readonly values: string[];
  /** Where the next range begins; undefined when all values are there. */
  readonly next?: number;
}

const textsOf = (values: readonly (string | Buffer)[]): string[] =>
  values.filter((value) => typeof value === "string");

/** The values of one attribute, whole or the range of them that came (MS-ADTS 3.1.1.3.1.3.3). */
function valuesOf(entry: SearchEntry, attribute: string): Values {
  const wanted = attribute.toLowerCase();
  let empty: Values | undefined;
  for (const { type, values } of entry.attributes) {
    const ranged = RANGE.exec(type);
    if (ranged?.[1]?.toLowerCase() === wanted) {
      const found = textsOf(values);
      if (ranged[3] === "*") return { values: found };
      return { values: found, next: Number(ranged[3]) + 1 };
    }
    if (type.toLowerCase() !== wanted) continue;
    // Active Directory sends the attribute without values beside its first range.
    if (values.length > 0) return { values: textsOf(values) };
    empty = { values: [] };
  }
  return empty ?? { values: [] };
}

/** More ranges than this are no list of people any more. */
const MAX_RANGES = 2_000;

async function wholeValues(line: LdapLine, dn: string, attribute: string, first: Values) {
  const values = first.values;
  let next = first.next;
  for (let round = 0; next !== undefined; round++) {
    const ranged = `${attribute};range=${next}-*`;
    const search = { base: dn, scope: "base", filter: "(objectClass=*)", limit: 1 } as const;
    const { entries } = await page(line, { ...search, attributes: [ranged] }, [ranged]);
    const [entry] = entries;
    const more = entry ? valuesOf(entry, attribute) : undefined;
    const stuck = more?.next !== undefined && more.next <= next;
    if (!more || stuck || round > MAX_RANGES) {
      throw new DirectoryFailure("malformed", message("ldap.cut_list"));
    }
    for (const value of more.values) values.push(value);
    next = more.next;
  }
  return values;
}

/** Values as they came; a text would lose its byte order mark. */
const bytesOf = (entry: SearchEntry, attribute: string): Uint8Array[] =>
  entry.attributes
    .filter(({ type }) => type.toLowerCase() === attribute.toLowerCase())
    .flatMap(({ parsedBuffers }) => parsedBuffers);

/** See `LdapConnection.search`. */
export async function search(line: LdapLine, wanted: LdapSearch): Promise<LdapEntry[]> {
  const found: SearchEntry[] = [];
  const { bytes: asBytes = [] } = wanted;
  const names = [...new Set([...wanted.attributes, ...asBytes])];
  let cookie: Buffer | undefined;
  let empty = 0;
  do {
    const next: Page = await page(line, wanted, names, cookie);
    for (const entry of next.entries) found.push(entry);
    if (found.length > wanted.limit) {
      const reason = message("ldap.too_many", { limit: wanted.limit });
      throw new DirectoryFailure("refused", reason);
    }
    empty = next.entries.length > 0 ? 0 : empty + 1;
    if (empty > MAX_EMPTY_PAGES) throw new DirectoryFailure("malformed", message("ldap.endless"));
    cookie = next.cookie;
  } while (cookie);
  const slices = new TimeSlices();
  const entries: LdapEntry[] = [];
  for (const entry of found) {
    await slices.yieldTurn();
    const attributes: Record<string, readonly string[]> = Object.create(null);
    for (const name of wanted.attributes) {
      const first = valuesOf(entry, name);
      attributes[name] =
        first.next === undefined ? first.values : await wholeValues(line, entry.name, name, first);
    }
    const bytes: Record<string, readonly Uint8Array[]> = Object.create(null);
    for (const name of asBytes) bytes[name] = bytesOf(entry, name);
    entries.push({ dn: entry.name, attributes, bytes });
  }
  return entries;
}
