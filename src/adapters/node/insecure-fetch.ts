/** One request over TLS without verifying the server, where an operator allows it (HttpOptions.insecure). */
import type { IncomingMessage } from "node:http";
import { request as open } from "node:https";
import { Readable } from "node:stream";
import type { InsecureFetch } from "../http-client.ts";

/** A connection of its own that ends with the answer: the peer is unverified, so it is not reused. */
export const nodeInsecureFetch: InsecureFetch = async (request, signal) => {
  const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const outgoing = open(request.url, {
    method: request.method,
    // What is not decoded here is not asked for.
    headers: { ...Object.fromEntries(request.headers), "accept-encoding": "identity" },
    rejectUnauthorized: false,
    agent: false,
    signal,
  });
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
};

function toResponse(incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  if ((headers.get("content-encoding") ?? "identity") !== "identity") {
    throw new Error("the answer is encoded although nobody asked for it");
  }
  const status = incoming.statusCode ?? 0;
  const empty = [204, 205, 304].includes(status);
  if (empty) incoming.resume();
  // Node has a type of its own for the same stream.
  const body = empty ? null : (Readable.toWeb(incoming) as unknown as BodyInit);
  return new Response(body, { status, headers });
}
