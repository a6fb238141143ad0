/** Requests of a client that keeps its connections and looks at no certificate: only the status counts. */
import { type Agent, request } from "node:https";

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export const askOver = (agent: Agent, url: string, { method, headers, body }: Asked = {}) =>
  new Promise<number>((resolve, reject) => {
    const outgoing = request(url, { agent, method: method ?? "GET", headers: headers ?? {} });
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      incoming.resume();
      incoming.once("end", () => resolve(incoming.statusCode ?? 0));
      incoming.once("error", reject);
    });
    outgoing.end(body);
  });
