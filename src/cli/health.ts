/** `postern health`: asks the service of this configuration whether it is ready; for health checks of containers. */
import { request as askPlain } from "node:http";
import { request as askSecurely } from "node:https";
import { urlOf } from "../adapters/serving.ts";
import { StartError } from "../errors.ts";
import type { Config } from "./config.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

const TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 65_536;

/** Status and text of the answer. */
function ask(url: string): Promise<{ readonly status: number; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  // The certificate is for the public name and not for this address, and no secret is sent.
  const outgoing = url.startsWith("https:")
    ? askSecurely(url, { signal, agent: false, rejectUnauthorized: false })
    : askPlain(url, { signal, agent: false });
  outgoing.on("error", (error) =>
    reject(signal.aborted ? new Error(`no answer within ${TIMEOUT_MS / 1000} s`) : error),
  );
  outgoing.on("response", (incoming) => {
    let text = "";
    incoming.setEncoding("utf8");
    incoming.on("error", reject);
    incoming.on("data", (chunk: string) => {
      text += chunk;
      if (text.length > MAX_ANSWER_BYTES)
        outgoing.destroy(new Error("the answer is not that of Postern"));
    });
    incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, text }));
  });
  outgoing.end();
  return promise;
}

function stateIn(text: string): string | undefined {
  try {
    const { status } = JSON.parse(text) as { status?: unknown };
    return typeof status === "string" && /^[a-z_]{1,20}$/.test(status) ? status : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Prints the state when the service is ready or degraded. Throws `StartError` when it is not, or does not
 * answer in 3 s; `UsageError` when the configuration does not say the port.
 */
export async function health({ server }: Config, terminal: Pick<Terminal, "out">): Promise<void> {
  const { host, port, tls } = server;
  if (port === 0) throw new UsageError("server.port is 0, so the port is not known; name it");
  const url = `${urlOf(host, port, tls.cert_file !== "")}/readyz`;
  let answer: Awaited<ReturnType<typeof ask>>;
  try {
    answer = await ask(url);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new StartError(`${url} does not answer: ${code ?? message}`, { cause });
  }
  const state = stateIn(answer.text);
  if (answer.status !== 200 || state === undefined) {
    throw new StartError(`${url} says ${state ?? answer.status}`);
  }
  terminal.out(state);
}
