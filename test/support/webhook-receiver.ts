/** A receiver of webhooks on a port of its own: keeps what comes, and answers what a test says. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly path: string;
  readonly id: string;
  readonly timestamp: number;
  readonly signature: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of tests are read member by member
  readonly body: any;
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly origin: string;
  readonly url: string;
  /** In the order in which they came. */
  readonly received: Received[];
  /** Status of the next answers, or what happens instead; 204 at first. */
  answer: number | ((message: Received) => number | Promise<number>);
  /** Headers of the answers. */
  headers: Record<string, string>;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const text = Buffer.concat(chunks).toString();
      const { headers, url: path = "" } = request;
      const message = {
        path,
        ...{ id: String(headers["webhook-id"]), timestamp: Number(headers["webhook-timestamp"]) },
        ...{ signature: String(headers["webhook-signature"]), headers, text },
        body: JSON.parse(text),
      };
      const { answer } = receiver;
      const status = typeof answer === "number" ? answer : await answer(message);
      received.push(message);
      response.writeHead(status, receiver.headers).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: WebhookReceiver = {
    ...{ origin, url: `${origin}/hooks`, received, answer: 204, headers: {} },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}

/** As a receiver checks it, with one secret; not by the code that signs. */
export function isSignedWith(
  secret: string,
  { id, timestamp, signature, text }: Received,
): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest();
  return signature.split(" ").some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
    return one.startsWith("v1,") && given.length === 32 && timingSafeEqual(given, expected);
  });
}
