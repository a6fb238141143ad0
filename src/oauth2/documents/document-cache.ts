/** Client documents of one instance: fetched behind one guard, kept as HTTP says, bounded (G-6, G-7, N-11). */
import { type Call, now, partOf, type Service } from "../../call.ts";
import { AuthError, RefusedUrl, UnfetchableUrl } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import {
  conditional,
  lifetimeHeaders,
  type Validators,
  validatorsOf,
} from "../../relying-party/conditional-request.ts";
import { fetchJson } from "../../relying-party/fetch-document.ts";
import { freshFor } from "../../relying-party/freshness.ts";
import { strangerHttp } from "../../relying-party/guarded-http.ts";
import { type Fill, fillOf, remember } from "../../std/bounded-map.ts";
import { FairLine, type NotDone } from "../../std/fair-line.ts";
import { type ClientDocument, readDocument } from "./read-document.ts";

const MAX_BYTES = 5_120;
const TIMEOUT_MS = 5_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Between two tries at a host that is down, where its last document counts. */
const PAUSE_MS = 30_000;
/** A change of a document counts after a minute at least, and after a day at most. */
const BOUNDS = { least: MINUTE_MS, most: DAY_MS, usual: 5 * MINUTE_MS };
/** Documents that an instance keeps, 5 KiB each at most. */
const MAX_DOCUMENTS = 1_000;

interface Kept {
  readonly document: ClientDocument;
  /** Schemes that were allowed when it was read. */
  readonly schemes: string;
  readonly validators: Validators;
  readonly lifetime: Headers;
  /** Milliseconds since the epoch. */
  freshUntil: number;
  readonly usableUntil: number;
}

interface Documents {
  readonly kept: Map<string, Kept>;
  readonly running: Map<string, Promise<ClientDocument>>;
  /** Slow hosts hold these places, and no other work. */
  readonly line: FairLine;
}

const busy = (_reason: NotDone) =>
  new AuthError("unavailable", "too many client documents are being fetched", { retryAfter: 2 });

const documentsOf = partOf(
  (): Documents => ({
    kept: new Map(),
    running: new Map(),
    line: new FairLine({ slots: 8, lane: 20, waiting: 100, deadline: TIMEOUT_MS, refuse: busy }),
  }),
);

/** Documents that an instance keeps. */
export const documentsKept = (service: Service): Fill =>
  fillOf(documentsOf(service).kept, MAX_DOCUMENTS);

/**
 * No answer now, which may be another one later: 5xx, 429, silence, no connection. It is the host of a
 * stranger that fails and not this service, so the log gets a line with the reason, and no stack.
 */
function unreachable(url: string, { message, cause }: UnfetchableUrl): AuthError {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  const failure = typeof code === "string" ? code : undefined;
  return new AuthError("unavailable", message, { retryAfter: 5, facts: { client: url, failure } });
}

/** Until when an answer that came now counts. */
function untilWhen(at: number, lifetime: Headers) {
  const freshUntil = at + freshFor(lifetime, at, BOUNDS);
  return { freshUntil, usableUntil: Math.max(freshUntil, at + DAY_MS) };
}

/**
 * Fetches and reads; every failure says whether it is the host's or the document's.
 * @param before the document that was read under the same rules: a host that says 304 means this one
 */
async function fetchDocument(
  service: Service,
  url: string,
  schemes: readonly string[],
  before: Kept | undefined,
): Promise<Kept> {
  let answer: Response | undefined;
  const validators = before?.validators ?? [];
  const http = conditional(strangerHttp(service), validators);
  const observed: typeof http = async (request, options) => (answer = await http(request, options));
  let json: Readonly<Record<string, unknown>>;
  try {
    json = await fetchJson(observed, url, { maxBytes: MAX_BYTES, timeout: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof UnfetchableUrl)) throw error;
    const refused = error instanceof RefusedUrl;
    const { status = refused ? 0 : 500, headers } = answer ?? {};
    // Unasked, it says nothing: such a host is refused like one that answers with a redirect.
    if (status === 304 && before && validators.length > 0) {
      const lifetime = lifetimeHeaders(headers ?? new Headers(), before.lifetime);
      return { ...before, lifetime, ...untilWhen(service.runtime.clock.now(), lifetime) };
    }
    if (status >= 500 || status === 429) throw unreachable(url, error);
    throw new AuthError("invalid_client", error.message, { cause: error });
  }
  const document = readDocument(url, json, schemes);
  const headers = answer?.headers ?? new Headers();
  const lifetime = lifetimeHeaders(headers);
  return {
    document,
    schemes: schemes.join(" "),
    validators: validatorsOf(headers),
    lifetime,
    ...untilWhen(service.runtime.clock.now(), lifetime),
  };
}

async function fetchOnce(service: Service, url: string, network: string) {
  const { kept: all, line } = documentsOf(service);
  const { redirect_schemes } = service.snapshots.current.settings.registration;
  const cached = all.get(url);
  const before = cached?.schemes === redirect_schemes.join(" ") ? cached : undefined;
  try {
    const fresh = await line.run(network, undefined, () =>
      fetchDocument(service, url, redirect_schemes, before),
    );
    remember(all, url, fresh, MAX_DOCUMENTS);
    return fresh.document;
  } catch (error) {
    // What a host takes back, or makes invalid, is gone; while it is silent, its last word may count.
    if (error instanceof AuthError && error.code === "invalid_client") all.delete(url);
    throw error;
  }
}

/** Of parallel callers one is counted and fetches, and all of them wait for it. */
async function fetchFor(call: Call, url: string): Promise<ClientDocument> {
  const { running } = documentsOf(call.service);
  const before = running.get(url);
  if (before) return before;
  await countRequest(call, "client_document", undefined);
  const meanwhile = running.get(url);
  if (meanwhile) return meanwhile;
  const fetching = fetchOnce(call.service, url, call.source() ?? "").finally(() =>
    running.delete(url),
  );
  running.set(url, fetching);
  return fetching;
}

/** The document as this instance last read it, however old; nothing is fetched. */
export const keptDocument = ({ service }: Pick<Call, "service">, url: string) =>
  documentsOf(service).kept.get(url)?.document;

/**
 * The document behind an id, fetched where the kept one is not fresh. Failures are not kept (G-7). While the
 * host gives no answer, and where `lenient`, the last document counts for a day. Throws `invalid_client` for
 * a document that is none, `unavailable` while there is no answer, and `too_many_requests`.
 */
export async function currentDocument(
  call: Call,
  url: string,
  lenient: boolean,
): Promise<ClientDocument> {
  const { redirect_schemes } = call.snapshot.settings.registration;
  const kept = documentsOf(call.service).kept.get(url);
  if (kept && kept.schemes === redirect_schemes.join(" ") && now(call) < kept.freshUntil) {
    return kept.document;
  }
  try {
    return await fetchFor(call, url);
  } catch (error) {
    const down = error instanceof AuthError && error.code !== "invalid_client";
    if (!down || !lenient || !kept || now(call) >= kept.usableUntil) throw error;
    // Not at every request until the host is back.
    kept.freshUntil = Math.min(now(call) + PAUSE_MS, kept.usableUntil);
    return kept.document;
  }
}
