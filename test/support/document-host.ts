/** A host of client documents over TLS: every path answers what a test says. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { PublicFetchOptions } from "../../src/adapters/public-fetch.ts";

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, "../integration/adapters/fixtures", name), "utf8");

type Json = Readonly<Record<string, unknown>>;

export interface DocumentHost extends AsyncDisposable {
  /** Name and port, as in the URLs. */
  readonly host: string;
  /** Lets the service reach it. */
  readonly publicFetch: PublicFetchOptions;
  /** Paths in the order in which they were asked for. */
  readonly asked: string[];
  urlOf(path: string): string;
  /** Publishes a document with the members that every one needs; answers its URL. */
  publish(path: string, fields?: Json, headers?: Readonly<Record<string, string>>): string;
  /** Anything else under a path. */
  answer(path: string, listener: RequestListener): string;
}

export const DOCUMENT_REDIRECT = "http://127.0.0.1/callback";

export async function startDocumentHost(): Promise<DocumentHost> {
  const asked: string[] = [];
  const answers = new Map<string, RequestListener>();
  const server = createServer(
    { cert: fixture("named-server.pem"), key: fixture("named-server.key.pem") },
    (request, response) => {
      const { url = "" } = request;
      asked.push(url);
      const listener = answers.get(url);
      if (listener) listener(request, response);
      else response.writeHead(404).end();
    },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `docs.example.com:${(server.address() as AddressInfo).port}`;
  const urlOf = (path: string) => `https://${host}${path}`;
  const answer: DocumentHost["answer"] = (path, listener) => {
    answers.set(path, listener);
    return urlOf(path);
  };
  return {
    host,
    asked,
    urlOf,
    answer,
    publicFetch: {
      exempt: [`https://${host}`],
      ca: fixture("names.pem"),
      resolve: async () => ["127.0.0.1"],
    },
    publish(path, fields = {}, headers = {}) {
      const client_id = urlOf(path);
      const document = { client_id, client_name: "Example Agent", ...fields };
      const text = JSON.stringify({ redirect_uris: [DOCUMENT_REDIRECT], ...document });
      return answer(path, (_request, response) => {
        response.writeHead(200, { "content-type": "application/json", ...headers }).end(text);
      });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
