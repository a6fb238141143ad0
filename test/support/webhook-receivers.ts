/** Tests of the receivers of docs/events.md, as they stand there: each takes what is sent, once, and refuses what is old or forged. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { type TestAuth, testAuth } from "./auth.ts";
import { deliveriesOf } from "./inside.ts";
import { patient } from "./patience.ts";
import { freePort } from "./ports.ts";
import { testRuntime } from "./runtime.ts";
import { type Received, startReceiver } from "./webhook-receiver.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
export interface Language {
  readonly block: string;
  readonly file: string;
  /** The command that runs the file. @param folder for what it makes */
  command(file: string, folder: string): Promise<readonly [string, ...string[]]>;
}

export function describeReceivers(languages: readonly Language[]): void {
  const folder = mkdtempSync(join(tmpdir(), "postern-receivers-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A message of a service, to be sent to receivers. */
  let message: Received;
  let service: TestAuth;
  beforeAll(async () => {
    await using receiver = await startReceiver();
    service = await testAuth({}, testRuntime({ publicFetch: { exempt: [receiver.origin] } }));
    const config = { url: receiver.url, secret: SECRET, types: ["role.*"] };
    const { status, text } = await service.json("PUT", "/auth/v1/webhooks/one", { config });
    expect(status, text).toBe(200);
    await service.json("POST", "/auth/v1/roles", { name: "editors" });
    await deliveriesOf(await service.auth.service).settled();
    const [first] = receiver.received;
    if (!first) throw new Error("nothing was sent");
    message = first;
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** What the holder of the secret would write for another time. */
  function signedAt(timestamp: number): string {
    const key = Buffer.from(SECRET.slice(6), "base64");
    const text = `${message.id}.${timestamp}.${message.text}`;
    return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  }

  async function started(language: Language, port: number) {
    const file = join(folder, language.file);
    writeFileSync(file, blockNamed("docs/events.md", language.block).text);
    const [command, ...words] = await language.command(file, folder);
    const env = { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port) };
    const program: ChildProcess = spawn(command, words, {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    program.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output, { timeout: patient(20_000) }).toContain("ready");
    return {
      output: () => output,
      async [Symbol.asyncDispose]() {
        program.kill();
        if (program.exitCode === null && program.signalCode === null) await once(program, "exit");
      },
    };
  }

  describe.each(languages)("$block", (language) => {
    test("takes what is genuine, once, and nothing else", async () => {
      const port = await freePort(23_000, 300);
      await using program = await started(language, port);
      const send = async (more: Readonly<Record<string, string>> = {}, body = message.text) => {
        const headers = {
          "content-type": "application/json",
          "webhook-id": message.id,
          "webhook-timestamp": String(message.timestamp),
          "webhook-signature": message.signature,
          ...more,
        };
        const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
        return answer.status;
      };
      expect(await send()).toBe(204);
      expect(await send(), "the same again").toBe(204);
      const beside = `v1,${Buffer.alloc(32).toString("base64")} ${message.signature}`;
      expect(await send({ "webhook-signature": beside }), "one of two").toBe(204);
      expect(program.output().match(/role\.created editors/g)).toHaveLength(1);
      expect(await send({}, message.text.replace("editors", "admins"))).toBe(401);
      expect(await send({ "webhook-id": "evt_1_AAAAAAAAAAAAAAAA" })).toBe(401);
      for (const apart of [-600, 600]) {
        const timestamp = message.timestamp + apart;
        const signed = {
          "webhook-timestamp": String(timestamp),
          "webhook-signature": signedAt(timestamp),
        };
        expect(await send(signed), "rightly signed, and of another time").toBe(401);
      }
      expect(await send({ "webhook-timestamp": "soon" })).toBe(401);
      expect(await send({ "webhook-signature": "v1," })).toBe(401);
      expect(await send({ "webhook-signature": message.signature.replace("v1,", "v2,") })).toBe(
        401,
      );
    });
  });
}
