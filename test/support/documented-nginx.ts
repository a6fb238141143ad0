/** nginx in front of the service exactly as docs/deployment.md has it, with TLS on a port of this machine. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { put } from "./application.ts";
import { examplePort } from "./example.ts";
import { temporaryFolder } from "./folders.ts";
import { startNginx, type TestNginx } from "./nginx.ts";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";

/** Its configuration of the service and its nginx block are taken from here. */
export const PAGE = "docs/deployment.md";
const certificate = (name: string) =>
  join(import.meta.dirname, "../integration/adapters/fixtures", name);

/** A service with the configuration of the page, for a proxy on this machine. */
export function startBehindProxy(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = temporaryFolder();
  const config = put(blockNamed(PAGE, "proxies").text, {
    "10.0.0.11": "127.0.0.1",
    "10.0.0.5": "127.0.0.1",
  });
  writeFileSync(join(dataDir, "postern.yaml"), config);
  return startServer({ ...options, dataDir });
}

/** @param second the other server of the block; the first one alone when absent */
export async function startDocumentedNginx(
  first: RunningServer,
  second = first,
): Promise<{ readonly nginx: TestNginx; readonly origin: string }> {
  const port = await examplePort();
  const text = put(blockNamed(PAGE, "nginx").text, {
    "10.0.0.11:8080": new URL(first.url).host,
    "10.0.0.12:8080": new URL(second.url).host,
    "listen 443 ssl;": `listen 127.0.0.1:${port} ssl;`,
    "id.example.com;": "localhost;",
    "/etc/ssl/id.example.com.pem": certificate("server.pem"),
    "/etc/ssl/id.example.com.key": certificate("server.key.pem"),
  });
  const nginx = await startNginx(`events {}\nhttp {\n${text}\n}`, port);
  return { nginx, origin: `https://localhost:${port}` };
}
