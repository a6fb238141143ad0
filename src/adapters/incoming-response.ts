/** An answer of `node:http` as the `Response` of `fetch`. */
import type { ClientRequest, IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/** Throws for a content coding, since nothing here undoes one, and for a status that no `Response` can have. */
function toResponse(incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  if ((headers.get("content-encoding") ?? "identity") !== "identity") {
    throw new Error("the answer is encoded although no encoding was asked for");
  }
  const status = incoming.statusCode ?? 0;
  if (status < 200 || status > 599) throw new Error(`the answer has the status ${status}`);
  const empty = [204, 205, 304].includes(status);
  if (empty) incoming.resume();
  // Node has a type of its own for the same stream.
  const body = empty ? null : (Readable.toWeb(incoming) as unknown as BodyInit);
  return new Response(body, { status, headers });
}

/**
 * Sends the body of a request that was opened, and waits for the head of its answer. Whatever the other side
 * does, the promise settles when the connection has ended, and no event is left without a listener.
 */
export function responseTo(
  outgoing: ClientRequest,
  body: Uint8Array | undefined,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  outgoing.on("error", reject);
  // A change of protocol that was not asked for (101) ends the connection without an error.
  outgoing.on("close", () => reject(new Error("the connection ended without an answer")));
  outgoing.on("response", (incoming) => {
    // An answer that nothing reads may break off, too.
    incoming.on("error", () => undefined);
    try {
      resolve(toResponse(incoming));
    } catch (error) {
      outgoing.destroy();
      reject(error);
    }
  });
  outgoing.end(body);
  return promise;
}
