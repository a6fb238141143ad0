/** Verifies access tokens of every provider: in-process first, then key sets (wire 2.7; I-6, I-8, L-D3, L-W33). */

import type { AcceptedToken } from "../api.ts";
import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import { checkForeignToken } from "../relying-party/foreign-token.ts";
import { isJwt, peek } from "../relying-party/peek.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import { remember } from "../std/bounded-map.ts";
import { proceed, type Ready } from "../std/ready.ts";
import { MAX_TOKEN_LENGTH } from "../std/token-length.ts";
import type { CertifiedRequest } from "../web/certified-request.ts";
import type { SessionCore } from "./core.ts";
import { authInstance, syncInstance } from "./instances.ts";
import type { SessionRequest } from "./session.ts";

export type VerifiedAccess =
  /** Of an auth instance in this process. */
  | { readonly kind: "own"; readonly provider: string; readonly token: AcceptedToken }
  /** Of a remote provider, with the subject there. */
  | {
      readonly kind: "foreign";
      readonly provider: string;
      readonly sub: string;
      readonly claims: Readonly<Record<string, unknown>>;
    };

type Entry = readonly [key: string, provider: SessionProvider];

/** By provider set, which is made once per version and asked for at every request. */
const orders = new WeakMap<Providers, Map<string | undefined, readonly Entry[]>>();

/** The record's own provider first, then descending priority, then by key (L-W33). */
export function byPreference(providers: Providers, preferred?: string): readonly Entry[] {
  const first = preferred !== undefined && providers.has(preferred) ? preferred : undefined;
  const cached = orders.get(providers) ?? new Map<string | undefined, readonly Entry[]>();
  orders.set(providers, cached);
  let order = cached.get(first);
  if (!order) {
    order = [...providers].sort(([aKey, a], [bKey, b]) => {
      if (aKey === first) return -1;
      if (bKey === first) return 1;
      return (b.priority ?? 0) - (a.priority ?? 0) || (aKey < bKey ? -1 : 1);
    });
    cached.set(first, order);
  }
  return order;
}

/** Bounds of what is remembered of headers (N-11). */
const MAX_HEADERS = 100;
const MAX_HEADER_LENGTH = 512;

/** `kid` of the header, unverified. */
function kidOf({ kids }: SessionCore, token: string): unknown {
  const header = token.slice(0, Math.max(0, token.indexOf(".")));
  if (kids.has(header)) return kids.get(header);
  const { kid } = peek(token, 0);
  if (header.length <= MAX_HEADER_LENGTH) remember(kids, header, kid, MAX_HEADERS);
  return kid;
}

/** Of a list that is made once per provider set. */
const boundLists = new WeakMap<readonly Entry[], readonly Entry[]>();
function boundOf(candidates: readonly Entry[]): readonly Entry[] {
  let bound = boundLists.get(candidates);
  if (!bound) {
    bound = candidates.filter(([, { auth_middleware }]) => auth_middleware);
    boundLists.set(candidates, bound);
  }
  return bound;
}

const invalidToken = (text: string) => new AuthError("invalid_token", text);

/** Further checks of a bound provider's record; tokens of its own client are always for it (I-4). */
function checkOwn({ azp, aud }: AcceptedToken, { oauth2 }: SessionProvider): void {
  if (!oauth2 || azp === oauth2.client_id) return;
  const { authorized_parties: parties, audiences } = oauth2;
  if (parties && !parties.includes(azp)) throw invalidToken("token authorized party not match");
  if (audiences && !aud.some((entry) => audiences.includes(entry))) {
    throw invalidToken("token audience not match");
  }
}

interface AccessOptions {
  /** Provider to prefer where several stand for one instance. */
  readonly preferred?: string | undefined;
  /** The only provider whose token it can be: a session belongs to the one that it began with. */
  readonly only?: string | undefined;
  /** The request that brought the token, for one that is bound to a certificate. */
  readonly incoming?: SessionRequest | undefined;
  /** Scheme and host of the request: what an instance calls itself while nothing is configured. */
  readonly origin: () => string;
}

/** In-process instances whose key signed the token, each once, with the provider that stands for it. */
function ownProvider(
  core: SessionCore,
  candidates: readonly Entry[],
  token: string,
  preferred: string | undefined,
): Ready<Entry | undefined> {
  const bound = boundOf(candidates);
  const [only] = bound;
  if (!only) return undefined;
  const kid = kidOf(core, token);
  if (typeof kid !== "string") return undefined;
  const knows = ([, { auth_middleware: name = "" }]: Entry) =>
    syncInstance(core.instances, name).knowsKey(kid);
  if (bound.length > 1) return amongSeveral(bound, token, preferred, knows);
  return proceed(knows(only), (isOurs) => (isOurs ? only : undefined));
}

async function amongSeveral(
  bound: readonly Entry[],
  token: string,
  preferred: string | undefined,
  knows: (entry: Entry) => Ready<boolean>,
): Promise<Entry | undefined> {
  const { azp } = peek(token, 1);
  const tried = new Set<string | undefined>();
  for (const entry of bound) {
    const [, { auth_middleware: name }] = entry;
    if (tried.has(name)) continue;
    tried.add(name);
    if (!(await knows(entry))) continue;
    const same = bound.filter(([, provider]) => provider.auth_middleware === name);
    return (
      same.find(([key]) => key === preferred) ??
      same.find(([, { oauth2 }]) => oauth2 !== undefined && oauth2.client_id === azp) ??
      entry
    );
  }
  return undefined;
}

/** A bound instance would have signed this itself, so no other provider is asked about it (I-8). */
async function claimsOwnIssuer(
  { instances }: SessionCore,
  candidates: readonly Entry[],
  iss: unknown,
  origin: () => string,
): Promise<boolean> {
  for (const [, { auth_middleware: name = "" }] of boundOf(candidates)) {
    if (iss === (await authInstance(instances, name).issuer(origin()))) return true;
  }
  return false;
}

/** A provider elsewhere whose token this can be by its issuer. */
const mayIssue = ({ auth_middleware, oauth2 }: SessionProvider, iss: unknown): boolean =>
  !auth_middleware && Boolean(oauth2?.cert_url) && (!oauth2?.issuer || oauth2.issuer === iss);

async function verifyForeign(
  { keys }: SessionCore,
  candidates: readonly Entry[],
  token: string,
): Promise<VerifiedAccess> {
  const { iss } = peek(token, 1);
  let refusal: unknown = invalidToken("token is not valid");
  for (const [key, provider] of candidates) {
    const { oauth2 } = provider;
    if (!oauth2?.cert_url || !mayIssue(provider, iss)) continue;
    try {
      const claims = await keys.verify(oauth2.cert_url, token);
      if (!claims) continue;
      const sub = checkForeignToken(claims, peek(token, 0), oauth2);
      return { kind: "foreign", provider: key, sub, claims };
    } catch (error) {
      // Providers may share a key set and differ in their rules; an outage takes precedence over a refusal.
      if (!(refusal instanceof AuthError) || refusal.code !== "unavailable") refusal = error;
    }
  }
  throw refusal;
}

/** The one provider of a session as a list, made once per provider set. */
const alone = new WeakMap<SessionProvider, readonly Entry[]>();
function candidatesFor(providers: Providers, { preferred, only }: AccessOptions): readonly Entry[] {
  if (only === undefined) return byPreference(providers, preferred);
  const provider = providers.get(only);
  if (!provider) throw invalidToken("the provider is not configured any more");
  let list = alone.get(provider);
  if (list?.[0]?.[0] !== only) {
    list = [[only, provider]];
    alone.set(provider, list);
  }
  return list;
}

/**
 * The request that brought a token. Where it was asked at is read on demand, of a token that is bound to a key alone. A class,
 * since each literal with a getter has a shape of its own, which engines cannot learn.
 */
class BearingRequest implements CertifiedRequest {
  readonly request: CertifiedRequest["request"];
  readonly connection: CertifiedRequest["connection"];
  readonly #incoming: SessionRequest;
  readonly #origin: () => string;

  constructor(incoming: SessionRequest, origin: () => string) {
    this.request = incoming.request;
    this.connection = incoming.connection;
    this.#incoming = incoming;
    this.#origin = origin;
  }

  get origin(): string {
    return this.#incoming.askedAt?.() ?? this.#origin();
  }
}

/** Throws `invalid_token`; `unavailable` when the provider that could verify it cannot be asked. */
export function verifyAccess(
  core: SessionCore,
  providers: Providers,
  token: string,
  options: AccessOptions,
): Ready<VerifiedAccess> {
  if (token.length > MAX_TOKEN_LENGTH) throw invalidToken("token is too long");
  const candidates = candidatesFor(providers, options);
  return proceed(ownProvider(core, candidates, token, options.preferred), (own) => {
    if (!own) return verifyElsewhere(core, candidates, token, options.origin);
    const [key, provider] = own;
    const { auth_middleware: name = "" } = provider;
    const { incoming, origin } = options;
    const bearing = incoming && new BearingRequest(incoming, origin);
    return proceed(syncInstance(core.instances, name).verify(token, bearing), (accepted) => {
      checkOwn(accepted, provider);
      return { kind: "own", provider: key, token: accepted };
    });
  });
}

async function verifyElsewhere(
  core: SessionCore,
  candidates: readonly Entry[],
  token: string,
  origin: () => string,
): Promise<VerifiedAccess> {
  if (!isJwt(token)) throw invalidToken("token is not valid");
  if (await claimsOwnIssuer(core, candidates, peek(token, 1).iss, origin)) {
    throw invalidToken("token is not valid");
  }
  return verifyForeign(core, candidates, token);
}
