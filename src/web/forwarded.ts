/** Forwarded headers of peers that are not trusted proxies: ignored (H-5), and logged once per peer. */

import { type Message, message } from "../messages/message.ts";
import type { Connection, Runtime } from "../runtime.ts";
import { remember } from "../std/bounded-map.ts";
import { type Cidr, throttleKey } from "../std/cidr.ts";
import { isTrusted } from "./origin.ts";
import type { RequestHead, RequestHeaders } from "./request-head.ts";

const HEADERS = ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded"] as const;

/** Milliseconds between two checks of one peer: a proxy sends these headers every time, and a check costs. */
const PAUSE_MS = 1_000;
const MAX_PEERS = 1_000;
/** Any client can send these headers, so the log is bounded; health shows the first ones. */
const MAX_REPORTED = 100;
const MAX_SHOWN = 5;

interface Report {
  readonly peer: string;
  /** The proxy says https and the socket is not: the public origin is taken for http. */
  readonly https: boolean;
}

const sentence = ({ peer, https }: Report): Message =>
  message(https ? "forwarded.ignored_https" : "forwarded.ignored", {
    peer: peer || "a peer without an address",
  });

export class ForwardedHeaders {
  readonly #runtime: Pick<Runtime, "clock" | "log">;
  /** When each peer is checked again. */
  readonly #peers = new Map<string, number>();
  readonly #reports = new Map<string, Report>();

  constructor(runtime: Pick<Runtime, "clock" | "log">) {
    this.#runtime = runtime;
  }

  /** Checks a request of each peer now and then; each peer is reported once. */
  look(request: RequestHead, connection: Connection, trusted: readonly Cidr[]): void {
    const now = this.#runtime.clock.now();
    const { remoteAddress = "" } = connection;
    if ((this.#peers.get(remoteAddress) ?? 0) > now || isTrusted(connection, trusted)) return;
    remember(this.#peers, remoteAddress, now + PAUSE_MS, MAX_PEERS);
    const sent = HEADERS.filter((name) => request.headers.has(name));
    const peer = remoteAddress && throttleKey(remoteAddress);
    if (sent.length === 0 || this.#reports.has(peer) || this.#reports.size >= MAX_REPORTED) return;
    const report = { peer, https: !connection.tls && saysHttps(request.headers) };
    this.#reports.set(peer, report);
    this.#runtime.log.warn(sentence(report).text, { headers: sent });
  }

  /** For health. */
  warnings(): Message[] {
    const shown = [...this.#reports.values()].slice(0, MAX_SHOWN).map(sentence);
    const more = this.#reports.size - shown.length;
    return more > 0 ? [...shown, message("forwarded.more", { count: more })] : shown;
  }
}

const saysHttps = (headers: RequestHeaders): boolean =>
  headers.get("x-forwarded-proto")?.trim().toLowerCase() === "https" ||
  /\bproto="?https\b/i.test(headers.get("forwarded") ?? "");
