/** One call into the service: the pinned snapshot, the origin of the request, and its caller. */
import { type Asker, RequestAsker, shortAgent } from "./call/asker.ts";
import { ENGLISH, type Inside, LOCAL_ORIGIN } from "./call/inside.ts";
import type { Attempts } from "./codes/attempts.ts";
import type { CodeStore } from "./codes/code-store.ts";
import type { LiveBox } from "./crypto/live-box.ts";
import type { Events } from "./events/events.ts";
import { configuredOrigin } from "./options/configured-origin.ts";
import type { ParsedOptions } from "./options.ts";
import type { Connection, Runtime } from "./runtime.ts";
import type { FollowedSessions } from "./sessions/session-store.ts";
import type { Act } from "./settings/administration.ts";
import type { Branding } from "./settings/branding.ts";
import { parseOrigin } from "./settings/fields/address-field.ts";
import type { Settings } from "./settings/index.ts";
import { readBranding } from "./settings/read-branding.ts";
import { signInOrigins } from "./settings/sign-in-origins.ts";
import type { FollowState } from "./snapshot/follow.ts";
import type { SnapshotHolder } from "./snapshot/holder.ts";
import type { PrincipalRecord, Snapshot } from "./snapshot/snapshot.ts";
import type { FairLine } from "./std/fair-line.ts";
import type { Parts } from "./std/parts.ts";
import type { Language } from "./std/texts/languages.ts";
import type { AuditChain } from "./store/audit-chain.ts";
import type { Whence } from "./store/change.ts";
import type { OpenStore, WritableStore } from "./store/store.ts";
import {
  type ClientCertificate,
  clientCertificate,
  noClientCertificate,
} from "./web/client-certificate.ts";
import type { ForwardedHeaders } from "./web/forwarded.ts";
import type { LoadMeter } from "./web/load-meter.ts";
import { requestOrigin, sourceNetwork } from "./web/origin.ts";
import { ICON_NAME } from "./web/pages/favicon.ts";
import { type SentProof, sentProof } from "./web/sent-proof.ts";
import { languageOf } from "./web/texts/language.ts";

/** Of which there is no copy: what a spread makes lacks the member, so it compiles as no service. */
declare class Uncopied {
  private readonly uncopied: true;
}

/** One running service, made once in `auth`. What is read at another moment takes the snapshot, or a call at it (`callAt`). */
export interface Service extends Uncopied {
  /** What belongs to it and ends with it; see `partOf`. */
  readonly parts: Parts<Service>;
  readonly options: ParsedOptions;
  readonly runtime: Runtime;
  /** For reading, and for rows that are written without `mutate`; who writes with it has a store of their own, see `Writer`. */
  readonly store: OpenStore;
  /** As the service itself writes, see `byItself`. */
  readonly ownStore: WritableStore;
  /** `store.box`, for the one who changes its key. */
  readonly recordKey: LiveBox;
  readonly snapshots: SnapshotHolder;
  /** Session records in the service's database. */
  readonly sessions: FollowedSessions;
  /** One-time state, in the store that is in force at each call (D16). */
  readonly codes: CodeStore;
  /** Limits on guessing, counted in those codes (E-2). */
  readonly attempts: Attempts;
  readonly events: Events;
  /** What rows of the audit log are sealed with. */
  readonly auditChain: AuditChain;
  /** In front of hashing: networks take turns. */
  readonly hashing: FairLine;
  /** Reports forwarded headers of proxies that are not configured. */
  readonly forwarded: ForwardedHeaders;
  /** What the last hour brought. */
  readonly load: LoadMeter;
  /** Under which this process is listed among those that serve the database. */
  readonly instance: string;
  /** This instance receives other instances' changes as they happen; otherwise its memory may be stale. */
  readonly isFollowing: () => boolean;
  /** How it hears of them. */
  readonly following: () => FollowState;
  /** `session` once a request has come through our session: break-glass is out of reach then (I-8). */
  readonly front: Front;
}

/**
 * One who writes: a call, or the service itself. Its store notes in each write where it comes from and which rules hold
 * for it, so what writes takes a `Writer`: the store of the service does not go to `mutate`.
 */
export interface Writer {
  readonly service: Service;
  readonly store: WritableStore;
  /** Of one who administers with fewer rights: what is read and written on their behalf keeps to these. */
  readonly limits: Limits | undefined;
}

/** The service as it writes with no request behind: by the clock, at its start, or for a program of the operator. */
export const byItself = (service: Service): Writer => ({
  ...{ service, store: service.ownStore, limits: undefined },
});

/** What one administrator may do without the admin permission (ADR 0090). */
export interface Limits {
  readonly grants: readonly Settings["admin"]["limited"][number][];
  /** What they are doing; the grants are those that hold it. */
  readonly act?: Act;
  /** Who it is, at another snapshot: what was taken away in the meantime does not count. */
  readonly holder: (snapshot: Snapshot, at: number) => PrincipalRecord | undefined;
}

/** What stands in front of the service in this process, as far as it has shown itself. */
interface Front {
  session: boolean;
  /** Names by which sessions find auth instances: this one, and others of the process. */
  registry?: { readonly own: ReadonlySet<string>; readonly others: ReadonlySet<string> };
}

/**
 * A part that every service has one of, made when it is first asked for. What can be disposed of ends with the service,
 * before everything that was there earlier.
 */
export const partOf =
  <T>(make: (service: Service) => T) =>
  (service: Service): T =>
    service.parts.of(make, service);

export interface Call extends Writer {
  readonly snapshot: Snapshot;
  /** `https://id.example.com`: scheme and host of every public URL of this call. */
  readonly origin: string;
  /** Path of the icon of our pages. */
  readonly icon: string;
  /** What the deployment is called and looks like, at this snapshot. */
  readonly branding: () => Branding;
  /** Origin + prefix + `/oauth2` (auth-wire 5.3). */
  readonly issuer: string;
  /** The origin came from the request and not from `oauth2.base_url`: answers are not cacheable (H-5). */
  readonly originFromRequest: boolean;
  /**
   * Where the page is that a browser is looking at: `origin`, or the origin of the request where the
   * settings let a browser sign in there, too (I-9). Throws like `origin`.
   */
  readonly pageOrigin: () => string;
  readonly connection: Connection;
  /**
   * The certificate of the client, as far as the settings let one count. Throws `invalid_client` with the
   * reason; always for a caller in this process.
   */
  readonly certificate: () => ClientCertificate;
  /** The proof of possession that the request brings (RFC 9449 §4.1), unverified. */
  readonly proof: () => SentProof | undefined;
  /** Of the pages and mails that follow from it. */
  readonly language: () => Language;
  /** The network that the request came from, for counting attempts (H-6); undefined without a request. */
  readonly source: () => string | undefined;
  /** What a browser sent to a login of this process to be known as one that has signed in before, unproven (I-7). */
  readonly device: () => string | undefined;
  /** The sign-in that the request belongs to, as the session in front found it: whose, and its `sid`. */
  readonly signIn?: { readonly user: string; readonly sid: string };
  /** Who asks, once that is known; for the audit log alone. */
  readonly asker: Asker;
  /** Aborted when the caller disconnects; undefined where that is unknown. A server creates it on demand. */
  readonly signal: () => AbortSignal | undefined;
  /** Called by the host of this process, whose own configuration holds the client's secret. */
  readonly internal: boolean;
}

/** Milliseconds since the epoch by the service's clock. */
export const now = (call: Call): number => call.service.runtime.clock.now();

type CallParts = Pick<
  Call,
  | "service"
  | "store"
  | "limits"
  | "snapshot"
  | "icon"
  | "branding"
  | "connection"
  | "certificate"
  | "proof"
  | "source"
  | "device"
  | "signal"
  | "language"
  | "internal"
  | "asker"
>;

/**
 * With an unreadable `oauth2` namespace everything that names the issuer is refused, while management
 * still works and can repair it (C-3).
 */
const withoutOrigin = (parts: CallParts, refusal: unknown): Call => ({
  ...parts,
  originFromRequest: true,
  get origin(): string {
    throw refusal;
  },
  get issuer(): string {
    throw refusal;
  },
  pageOrigin() {
    throw refusal;
  },
});

/** By snapshot, which never changes; there is one set of options per service. */
const originSets = new WeakMap<Snapshot, { configured: string; origins: ReadonlySet<string> }>();

/** The requested origin where browsers may sign in at it, else the configured one (I-9). */
function pageOriginOf({ snapshot, service }: CallParts, configured: string, requested: string) {
  if (requested === configured) return configured;
  let known = originSets.get(snapshot);
  if (known?.configured !== configured) {
    const { host_replacements } = service.options.session_providers;
    known = {
      configured,
      origins: signInOrigins(configured, snapshot.settings, host_replacements),
    };
    originSets.set(snapshot, known);
  }
  return known.origins.has(requested) ? requested : configured;
}

/**
 * The call of these parts, with its public addresses.
 * @param requested the origin that holds while none is configured
 */
function withOrigin(parts: CallParts, requested: () => string): Call {
  const { options } = parts.service;
  let configured: string | undefined;
  try {
    configured = configuredOrigin(parts.snapshot, options);
  } catch (refusal) {
    return withoutOrigin(parts, refusal);
  }
  const origin = configured ?? requested();
  const issuer = `${origin}${options.prefix_path}/oauth2`;
  const pageOrigin = () =>
    configured === undefined ? origin : pageOriginOf(parts, configured, requested());
  return { ...parts, origin, issuer, pageOrigin, originFromRequest: configured === undefined };
}

const iconOf = ({ prefix_path: prefix }: ParsedOptions): string => `${prefix}/${ICON_NAME}`;

/**
 * The same call on the newest snapshot when the pinned one does not know this principal yet, or as disabled: a sign-in
 * creates the user that it speaks for.
 */
export function knowing(call: Call, principal: Pick<PrincipalRecord, "id" | "disabled">): Call {
  const known = call.snapshot.principals.get(principal.id);
  if (known && known.disabled === principal.disabled) return call;
  return newest(call);
}

/** The same call on the newest snapshot. */
export const newest = (call: Call): Call =>
  withMember(call, "snapshot", call.service.snapshots.current);

/** The same call of a caller who knows what a write locks out. */
export const forced = (call: Call): Call =>
  withMember(call, "store", { ...call.store, forced: true });

/** The same call within a sign-in of this user. */
export const within = (call: Call, user: string, sid: string): Call =>
  withMember(call, "signIn", { user, sid });

/** The same call with another member. Where its origin cannot be read some of them throw, so they are not read here. */
export function withMember<K extends keyof Call>(call: Call, name: K, value: Call[K]): Call {
  if (!Object.getOwnPropertyDescriptor(call, "origin")?.get) return { ...call, [name]: value };
  const members = Object.getOwnPropertyDescriptors(call);
  return Object.defineProperties({}, { ...members, [name]: { value, enumerable: true } }) as Call;
}

/** The store whose writes say where they come from. */
const storeFrom = (
  { ownStore }: Service,
  from: Pick<Call, "asker" | "source" | "connection" | "language">,
): WritableStore => ({
  ...ownStore,
  whence: () => ({ ...whenceOf(from), language: from.language }),
});

/** Where a call comes from, as the audit log notes it. */
const whenceOf = ({
  asker: { principal, agent },
  source,
  connection: { requestId },
}: Pick<Call, "asker" | "source" | "connection">): Whence => ({
  ...(principal && { principal }),
  ...{ network: source(), agent, request_id: requestId },
});

/** Where an event comes from; of a person who signs in the program, too. */
export const toldBy = (call: Call): Pick<Whence, "network" | "agent" | "request_id"> => {
  const { network, agent, request_id } = whenceOf(call);
  return { network, ...(agent && { agent }), ...(request_id && { request_id }) };
};

/** Pins the current snapshot for one request. */
export function openCall(service: Service, request: Request, connection: Connection): Call {
  const { snapshots, options } = service;
  const { trusted_proxies: trusted } = options;
  service.forwarded.look(request, connection, trusted);
  let network: string | undefined;
  const source = () => (network ??= sourceNetwork(request, connection, trusted));
  const snapshot = snapshots.current;
  const asker: Asker = new RequestAsker(request);
  const language = languageOf(request);
  const parts: CallParts = {
    service,
    store: storeFrom(service, { asker, source, connection, language }),
    limits: undefined,
    snapshot,
    asker,
    icon: iconOf(options),
    branding: () => readBranding(snapshot.settings),
    connection,
    certificate: () =>
      clientCertificate(
        snapshot.settings.mtls,
        { request, connection },
        service.runtime.clock.now(),
      ),
    proof: () => sentProof(request, connection, () => addressesOf(call), source),
    source,
    device: () => undefined,
    language,
    internal: false,
    signal: () => request.signal,
  };
  const call = withOrigin(parts, () => requestOrigin(request, connection, trusted));
  return call;
}

/** Where clients ask: the origin of every public URL, those of pages, and that of the certificate (RFC 8705 §5). */
function addressesOf({ snapshot, origin, pageOrigin }: Call): readonly string[] {
  const { enabled, alias_origin } = snapshot.settings.mtls;
  const alias = enabled ? parseOrigin(alias_origin) : undefined;
  return [origin, pageOrigin(), ...(alias === undefined ? [] : [alias])];
}

function internalCall(service: Service, snapshot: Snapshot, inside: Inside): Call {
  const { origin, network, signal, language, device, program } = inside;
  const requestId = program?.request_id;
  const asker: Asker = { agent: shortAgent(program?.agent) };
  const source = () => network;
  const connection: Connection = requestId === undefined ? {} : { requestId };
  const from = { asker, source, connection, language };
  const parts: CallParts = {
    service,
    store: network === undefined ? service.ownStore : storeFrom(service, from),
    limits: undefined,
    snapshot,
    asker,
    icon: iconOf(service.options),
    branding: () => readBranding(snapshot.settings),
    connection,
    certificate: () => {
      throw noClientCertificate();
    },
    proof: () => undefined,
    source,
    device: () => device,
    language,
    internal: true,
    signal: () => signal,
  };
  return withOrigin(parts, () => origin);
}

/** A call of the service itself that reads at this snapshot: as a write would leave it, or as it was before. */
export const callAt = (service: Service, snapshot: Snapshot): Call =>
  internalCall(service, snapshot, { origin: LOCAL_ORIGIN, language: ENGLISH });

/**
 * A call without a request: the configured origin, else the given one.
 * @param network where the request behind the call came from, when its host knows
 * @param signal of that request
 * @param language of the mails that follow from it
 * @param device what its browser sends to be known
 * @param program what its browser calls itself, and the id of that request
 */
export const openInternalCall = (
  service: Service,
  origin = LOCAL_ORIGIN,
  network?: string,
  signal?: AbortSignal,
  language = ENGLISH,
  device?: string,
  program?: Pick<Whence, "agent" | "request_id">,
): Call => {
  const inside = { origin, network, signal, language, device, program };
  return internalCall(service, service.snapshots.current, inside);
};
