/**
 * One open connection to a directory. Messages are written and read with ldapts; its client is not used,
 * because it connects again by itself, then without bind and StartTLS, and takes an empty page for the last.
 */

import type { Socket } from "node:net";
import { clearTimeout, setTimeout } from "node:timers";
import {
  BindResponse,
  ExtendedResponse,
  MessageParser,
  SearchEntry,
  SearchReference,
  SearchResponse,
} from "ldapts";
import { message } from "../../messages/message.ts";
import { DirectoryFailure } from "../../runtime/ldap.ts";
import { Frames } from "./ldap-frames.ts";

/** Milliseconds for one operation. */
const OPERATION_MS = 10_000;

/** What the classes of requests have in common. */
export interface Request {
  readonly messageId: number;
  write(): Buffer;
}

type Final = BindResponse | ExtendedResponse | SearchResponse;

/** The result of an operation; entries come with that of a search. */
export interface Result {
  readonly final: Final;
  readonly entries: readonly SearchEntry[];
}

interface Pending {
  readonly id: number;
  readonly entries: SearchEntry[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const isFinal = (message: unknown): message is Final =>
  message instanceof SearchResponse ||
  message instanceof BindResponse ||
  message instanceof ExtendedResponse;

export class LdapLine {
  #socket: Socket;
  readonly #frames = new Frames();
  readonly #parser = new MessageParser();
  #lastId = 0;
  #pending: Pending | undefined;
  #ended: DirectoryFailure | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#parser.on("message", (message) => this.#received(message));
    this.#parser.on("error", (cause) => this.#end(notLdap(cause)));
    this.#listen(socket);
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Sends one request and waits for its result; one at a time. */
  async ask(request: Request, limit = 0): Promise<Result> {
    if (this.#ended) throw this.#ended;
    if (this.#pending) throw new Error("one operation at a time");
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const pending = { id: request.messageId, entries: [], resolve, reject };
    this.#pending = pending;
    const timer = setTimeout(
      () => this.#end(new DirectoryFailure("late", message("ldap.late"))),
      OPERATION_MS,
    );
    this.#most = limit;
    try {
      this.#socket.write(request.write());
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#pending = undefined;
    }
  }

  /** Entries that the operation under way may bring; a lying server is not collected without end. */
  #most = 0;

  /** Replaces the socket, for StartTLS. What came in plain text behind the answer must not count. */
  async secure(upgrade: (socket: Socket) => Promise<Socket>): Promise<void> {
    if (this.#ended) throw this.#ended;
    const plain = this.#socket;
    plain.removeAllListeners("data");
    plain.removeAllListeners("close");
    if (this.#frames.rest > 0) {
      this.end();
      throw notLdap(undefined);
    }
    this.#socket = await upgrade(plain).catch((error: unknown) => {
      plain.destroy();
      throw error;
    });
    this.#listen(this.#socket);
  }

  end(): void {
    this.#end(new DirectoryFailure("unreachable", message("ldap.closed_here")));
  }

  #listen(socket: Socket): void {
    socket.on("data", (chunk: Uint8Array) => this.#read(chunk));
    socket.on("error", (cause) => this.#end(lost(cause)));
    socket.on("close", () => this.#end(lost(undefined)));
  }

  #read(chunk: Uint8Array): void {
    try {
      for (const message of this.#frames.push(chunk)) {
        if (this.#ended) return;
        this.#parser.read(
          Buffer.from(message.buffer, message.byteOffset, message.byteLength),
          new Map(),
        );
      }
    } catch (cause) {
      this.#end(notLdap(cause));
    }
  }

  #received(message: { readonly messageId: number }): void {
    const pending = this.#pending;
    // Unsolicited: a notice of disconnection (RFC 4511 §4.4.1) is followed by the end of the socket.
    if (!pending || message.messageId !== pending.id) return;
    if (message instanceof SearchEntry) {
      pending.entries.push(message);
      if (pending.entries.length > this.#most) this.#end(notLdap(undefined));
      return;
    }
    // Other servers may be anywhere: they are not asked (D-2).
    if (message instanceof SearchReference) return;
    if (isFinal(message)) pending.resolve({ final: message, entries: pending.entries });
    else this.#end(notLdap(undefined));
  }

  #end(failure: DirectoryFailure): void {
    if (this.#ended) return;
    this.#ended = failure;
    this.#socket.destroy();
    this.#pending?.reject(failure);
  }
}

const notLdap = (cause: unknown) =>
  new DirectoryFailure("malformed", message("ldap.malformed"), { cause });

const lost = (cause: unknown) =>
  new DirectoryFailure("unreachable", message("ldap.closed"), { cause });
