/** `fetch` over TLS with an authority and a client certificate of a test. */
import { Agent, request as open } from "node:https";
import { responseTo } from "../../src/adapters/incoming-response.ts";
import type { TestCertificate } from "./certificates.ts";

/** @param certificate PEM; several, the own one first, are sent as a chain */
export function tlsFetch(ca: string, certificate?: Pick<TestCertificate, "cert" | "key">) {
  const identity = certificate && { cert: certificate.cert, key: certificate.key };
  return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(url, init);
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
    const outgoing = open(request.url, {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), "accept-encoding": "identity" },
      agent: new Agent({ keepAlive: false }),
      ca,
      ...identity,
    });
    return responseTo(outgoing, body);
  };
}
