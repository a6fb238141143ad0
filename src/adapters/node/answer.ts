/** Answers on Node: a `Reply` is written as it is, a `Response` by `@hono/node-server`, which knows streams and blobs. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "../../runtime.ts";
import { attempt, proceed, type Ready } from "../../std/ready.ts";
import { type Answered, isReply, type Reply } from "../../web/reply.ts";

/** Milliseconds that a client may go on sending a body which the answer did not wait for. */
const LINGER_MS = 500;

/** Nothing of what went wrong is told. */
const FAILED: Reply = {
  status: 500,
  headers: { "content-type": "application/json", connection: "close" },
  text: JSON.stringify({ message: "internal error" }),
};

export function writeReply(outgoing: ServerResponse, { status, headers, text }: Reply): void {
  // RFC 9110 §8.6: what has no body has no length either.
  const isEmpty = status === 204 || status === 304;
  const length = isEmpty ? {} : { "Content-Length": Buffer.byteLength(text) };
  outgoing.writeHead(status, { ...headers, ...length });
  outgoing.end(text);
}

/**
 * Node reads and drops what the answer did not wait for, so that the connection can go on. A client that is not done soon
 * loses it: it could send for as long as a request may take.
 */
function endUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete) return;
  outgoing.once("finish", () => {
    if (incoming.complete) return;
    incoming.resume();
    setTimeout(() => {
      if (!incoming.complete) incoming.socket.destroySoon();
    }, LINGER_MS).unref();
  });
}

/** Runs what makes an answer, and writes it. */
export function answerWriter(log: Logger) {
  const finished = new WeakMap<IncomingMessage, Response>();
  const ofHono = getRequestListener((_request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    return finished.get(incoming) as Response;
  });

  return (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    make: () => Ready<Answered>,
  ): void => {
    const write = (answer: Answered): void => {
      if (isReply(answer)) {
        endUnreadBody(incoming, outgoing);
        writeReply(outgoing, answer);
        return;
      }
      finished.set(incoming, answer);
      void ofHono(incoming, outgoing);
    };
    void attempt(
      () => proceed(make(), write),
      (error) => {
        log.error("a request failed outside of the application", { error });
        if (outgoing.headersSent) outgoing.destroy();
        else write(FAILED);
      },
    );
  };
}
