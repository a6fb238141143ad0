/** One request over TLS without verifying the server, where an operator allows it (HttpOptions.insecure). */
import { request as open } from "node:https";
import type { SendRequest } from "../http-client.ts";
import { responseTo } from "../incoming-response.ts";

/** A connection of its own that ends with the answer: the peer is unverified, so it is not reused. */
export const nodeInsecureFetch: SendRequest = async (request, signal) => {
  const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
  const outgoing = open(request.url, {
    method: request.method,
    // What is not decoded here is not asked for.
    headers: { ...Object.fromEntries(request.headers), "accept-encoding": "identity" },
    rejectUnauthorized: false,
    agent: false,
    signal,
  });
  return responseTo(outgoing, body);
};
