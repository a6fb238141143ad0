/** Access tokens of every provider: in-process first, then key sets (wire 2.7; L-D3, L-W9, L-W33). */

import { AuthError } from "../../errors.ts";
import type { Providers } from "../../providers/catalog.ts";
import type { SessionProvider } from "../../settings/session-provider.ts";
import { decodeBase64Url } from "../../std/base64url.ts";
import { remember } from "../../std/bounded-map.ts";
import { LONGEST_TOKEN } from "../../std/token-length.ts";
import { type Companions, companionAuth } from "../companions.ts";
import type { KeySets } from "./key-sets.ts";

export interface VerifiedAccess {
  readonly provider: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Alias behind `sub`, for tokens of an auth instance in this process. */
  readonly principal?: string;
  /** Seconds since the epoch. */
  readonly auth_time?: number;
}

type Entry = readonly [key: string, provider: SessionProvider];

/** By provider set, which is made once per version and asked for at every request. */
const orders = new WeakMap<Providers, Map<string | undefined, readonly Entry[]>>();

/** The record's own provider first, then descending priority, then by key (L-W33). */
export function byPreference(providers: Providers, preferred?: string): readonly Entry[] {
  const first = preferred !== undefined && providers.has(preferred) ? preferred : undefined;
  const known = orders.get(providers) ?? new Map<string | undefined, readonly Entry[]>();
  orders.set(providers, known);
  let order = known.get(first);
  if (!order) {
    order = [...providers].sort(([aKey, a], [bKey, b]) => {
      if (aKey === first) return -1;
      if (bKey === first) return 1;
      return (b.priority ?? 0) - (a.priority ?? 0) || (aKey < bKey ? -1 : 1);
    });
    known.set(first, order);
  }
  return order;
}

const decoder = new TextDecoder();

/** What a part of a token says, unverified: good for choosing whom to ask, and for nothing else. */
export function peek(token: string, part: 0 | 1): Readonly<Record<string, unknown>> {
  const bytes = decodeBase64Url(token.split(".")[part] ?? "");
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes ?? new Uint8Array()));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Headers of tokens by their text: one key writes the same into all of its tokens. Bounded (N-11). */
const kids = new Map<string, unknown>();
const MOST_HEADERS = 100;
const LONGEST_HEADER = 512;

/** `kid` of the header, unverified. */
function kidOf(token: string): unknown {
  const header = token.slice(0, Math.max(0, token.indexOf(".")));
  if (kids.has(header)) return kids.get(header);
  const { kid } = peek(token, 0);
  if (header.length > LONGEST_HEADER) return kid;
  remember(kids, header, kid, MOST_HEADERS);
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

const refused = (text: string) => new AuthError("invalid_token", text);

/** The rules that a provider's record adds (L-W9); refresh and ID tokens are never access tokens. */
function checkRemote(claims: Readonly<Record<string, unknown>>, provider: SessionProvider): void {
  const { typ, iss, aud, azp, client_id } = claims;
  if (typ === "Refresh" || typ === "ID") throw refused("not an access token");
  const { issuer, audiences, authorized_parties: parties } = provider.oauth2 ?? {};
  if (issuer && iss !== issuer) throw refused("token issuer not match");
  const audience = Array.isArray(aud) ? aud : [aud];
  if (audiences && !audience.some((entry) => audiences.includes(entry))) {
    throw refused("token audience not match");
  }
  if (parties && !parties.some((party) => party === (azp ?? client_id))) {
    throw refused("token authorized party not match");
  }
}

export interface TokenVerifier {
  /** Throws `invalid_token`; `unavailable` when whoever could tell cannot be asked. */
  access(providers: Providers, token: string, preferred?: string): Promise<VerifiedAccess>;
}

export function tokenVerifier(companions: Companions, keys: KeySets): TokenVerifier {
  /** In-process instances whose key signed the token, each once, with the provider that stands for it. */
  async function ownProvider(
    candidates: readonly Entry[],
    token: string,
    preferred: string | undefined,
  ): Promise<{ readonly key: string; readonly name: string } | undefined> {
    const bound = boundOf(candidates);
    const [only] = bound;
    if (!only) return undefined;
    const kid = kidOf(token);
    if (bound.length === 1) {
      const [key, { auth_middleware: name = "" }] = only;
      const known = typeof kid === "string" && companionAuth(companions, name).knowsKey(kid);
      return known && (await known) ? { key, name } : undefined;
    }
    const { azp } = peek(token, 1);
    const asked = new Set<string>();
    for (const [, { auth_middleware: name = "" }] of bound) {
      if (asked.has(name)) continue;
      asked.add(name);
      if (typeof kid !== "string" || !(await companionAuth(companions, name).knowsKey(kid)))
        continue;
      const same = bound.filter(([, provider]) => provider.auth_middleware === name);
      const [first] = same;
      const chosen =
        same.find(([key]) => key === preferred) ??
        same.find(([, { oauth2 }]) => oauth2 !== undefined && oauth2.client_id === azp) ??
        first;
      if (chosen) return { key: chosen[0], name };
    }
    return undefined;
  }

  return {
    async access(providers, token, preferred) {
      if (token.length > LONGEST_TOKEN) throw refused("token is too long");
      const candidates = byPreference(providers, preferred);
      const own = await ownProvider(candidates, token, preferred);
      if (own) {
        const { claims, principal, auth_time } = await companionAuth(companions, own.name).verify(
          token,
        );
        return { provider: own.key, claims, principal, auth_time };
      }
      let refusal: unknown = refused("token is not valid");
      for (const [key, provider] of candidates) {
        const url = provider.oauth2?.cert_url;
        if (provider.auth_middleware || !url) continue;
        try {
          const claims = await keys.verify(url, token);
          if (!claims) continue;
          checkRemote(claims, provider);
          const { auth_time } = claims;
          return { provider: key, claims, ...(typeof auth_time === "number" && { auth_time }) };
        } catch (error) {
          // Two providers may share a key set and differ in their rules; an outage outlasts a no.
          if (!(refusal instanceof AuthError) || refusal.code !== "unavailable") refusal = error;
        }
      }
      throw refusal;
    },
  };
}
