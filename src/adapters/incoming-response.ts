/** An answer of `node:http` as the `Response` of `fetch`. */
import type { ClientRequest, IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/** Throws for a content coding, since nothing here undoes one. */
function toResponse(incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  if ((headers.get("content-encoding") ?? "identity") !== "identity") {
    throw new Error("the answer is encoded although no encoding was asked for");
  }
  const status = incoming.statusCode ?? 0;
  const empty = [204, 205, 304].includes(status);
  if (empty) incoming.resume();
  // Node has a type of its own for the same stream.
  const body = empty ? null : (Readable.toWeb(incoming) as unknown as BodyInit);
  return new Response(body, { status, headers });
}

/** Sends the body of a request that was opened, and waits for the head of its answer. */
export function responseTo(
  outgoing: ClientRequest,
  body: Uint8Array | undefined,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  outgoing.on("error", reject);
  outgoing.on("response", (incoming) => {
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
