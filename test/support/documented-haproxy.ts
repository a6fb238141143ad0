/** HAProxy in front of the service exactly as docs/deployment.md has it, with TLS on a port of this machine. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { put } from "./application.ts";
import { PAGE } from "./documented-nginx.ts";
import { examplePort } from "./example.ts";
import { temporaryFolder } from "./folders.ts";
import { startHaproxy, type TestHaproxy } from "./haproxy.ts";
import type { RunningServer } from "./server.ts";

const FIXTURES = join(import.meta.dirname, "../integration/adapters/fixtures");

/** HAProxy reads certificate and key from one file, whose path this is. */
export function certificateWithKey(): string {
  const file = join(temporaryFolder(), "both.pem");
  const parts = ["server.pem", "server.key.pem"].map((name) => readFileSync(join(FIXTURES, name)));
  writeFileSync(file, parts.join("\n"), { mode: 0o600 });
  return file;
}

export async function startDocumentedHaproxy(
  first: RunningServer,
  second: RunningServer,
): Promise<{ readonly haproxy: TestHaproxy; readonly origin: string }> {
  const port = await examplePort();
  const text = put(blockNamed(PAGE, "haproxy").text, {
    "10.0.0.11:8080": new URL(first.url).host,
    "10.0.0.12:8080": new URL(second.url).host,
    "bind :443": `bind 127.0.0.1:${port}`,
    "/etc/ssl/id.example.com.both.pem": certificateWithKey(),
  });
  return { haproxy: await startHaproxy(text, port), origin: `https://localhost:${port}` };
}
