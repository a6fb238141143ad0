/** The bytes of a request of Node: at once as a whole, or as a stream for those who ask for one. */
import type { IncomingMessage } from "node:http";

/** Node itself refuses a body that is shorter or longer than its declared length. */
const brokenOff = (incoming: IncomingMessage): Error =>
  incoming.errored ?? new DOMException("the client has gone", "AbortError");

interface Follower {
  data(chunk: Buffer): void;
  end(): void;
  failed(error: Error): void;
}

/** Tells what comes until the end, or until the client has gone. Answers how to stop it. */
function follow(incoming: IncomingMessage, follower: Follower): () => void {
  const stop = () => {
    incoming.off("data", data).off("end", end).off("close", close).off("error", error);
  };
  const data = (chunk: Buffer) => follower.data(chunk);
  const end = () => {
    stop();
    follower.end();
  };
  const error = (cause: Error) => {
    stop();
    follower.failed(cause);
  };
  const close = () => error(brokenOff(incoming));
  if (incoming.readableEnded) follower.end();
  else if (incoming.destroyed) follower.failed(brokenOff(incoming));
  else incoming.on("end", end).on("close", close).on("error", error).on("data", data);
  return stop;
}

function joined(chunks: readonly Buffer[]): ArrayBuffer {
  const whole = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole.buffer;
}

/** All of it; rejects when it did not arrive whole. */
export const readWhole = (incoming: IncomingMessage): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    follow(incoming, {
      data: (chunk) => void chunks.push(chunk),
      end: () => resolve(joined(chunks)),
      failed: reject,
    });
  });

/** What is not taken any more leaves the connection open, so that the answer arrives. */
export function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  let stop = () => {};
  return new ReadableStream({
    start(controller) {
      stop = follow(incoming, {
        data(chunk) {
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
        },
        end: () => controller.close(),
        failed: (error) => controller.error(error),
      });
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      stop();
      incoming.resume();
    },
  });
}
