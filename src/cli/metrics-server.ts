/** Metrics at an address of their own, without a sign-in: who reaches the address may read them. */
import { type RunningServer, serve } from "../adapters/current.ts";
import { METRICS_TYPE } from "../adapters/drivers/metrics.ts";
import type { Logger } from "../runtime.ts";

const PATH = "/metrics";

const answer = (status: number, text: string, type = "text/plain; charset=utf-8") =>
  new Response(text, { status, headers: { "Content-Type": type, "Cache-Control": "no-store" } });

/** Throws `StartError` when the address cannot be had. */
export function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  text: () => Promise<string>,
  log: Logger,
): Promise<RunningServer> {
  return serve(
    async ({ method, url }) => {
      if (new URL(url).pathname !== PATH) return answer(404, `Metrics are at ${PATH}.\n`);
      if (method !== "GET") return answer(405, "Only GET is answered here.\n");
      try {
        return answer(200, await text(), METRICS_TYPE);
      } catch (error) {
        log.error("the metrics could not be collected", { error });
        return answer(503, "The metrics could not be collected.\n");
      }
    },
    { host, port, log },
  );
}
