/** A started service for applications of other makes, as the pages of `docs/connect` set it up. */
import process from "node:process";
import { expect } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { execFileSync } from "../support/ended-programs.ts";
import { startPostgres } from "../support/postgres.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";

export const SECRETS = {
  CLIENT_SECRET: "the secret of the client",
  COOKIE_SECRET: "the secret of its cookies, 32 bytes long",
  SESSION_SECRET: "the secret of its sessions, 32 bytes long",
};

export interface PageService extends AsyncDisposable {
  readonly server: RunningServer;
  readonly token: string;
  /** A text of a page with this service for its own. */
  here(text: string): string;
  /** Runs a command of a page, with the port of the application, or another address, for the one that the page writes. */
  paste(page: string, name: string, place?: number | string, documented?: string): void;
  putSetting(name: string, value: unknown): Promise<void>;
  /** How many tokens were issued by that grant. */
  issued(grant: string): number;
}

/** On Node with the embedded database, or with `CLIENTS_ON=bun` on Bun with Postgres. */
async function start() {
  const args = ["--log-level", "debug"];
  if (process.env.CLIENTS_ON !== "bun") {
    const server = await startServer({ args });
    return { server, stop: () => server[Symbol.asyncDispose]() };
  }
  const postgres = await startPostgres();
  const env = {
    POSTERN_DATABASE__DSN: await postgres.createDatabase("clients"),
    POSTERN_ENCRYPTION__KEY: "a key of the operator",
  };
  const server = await startServer({ args, env, runtime: "bun" });
  const stop = async () => {
    await server[Symbol.asyncDispose]();
    await postgres.stop();
  };
  return { server, stop };
}

/** With the user `grace` of the first page. */
export async function startPageService(): Promise<PageService> {
  const { server, stop } = await start();
  const token = await adminToken(server);
  const here = (text: string) =>
    text.replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):8080/g, server.url);
  const paste = (
    page: string,
    name: string,
    place: number | string = 3000,
    documented = "3000",
  ) => {
    const script = here(blockNamed(page, name).text).replaceAll(documented, String(place));
    execFileSync("sh", ["-euc", script.replaceAll("curl ", "curl -sS --fail-with-body ")], {
      env: { PATH: process.env.PATH ?? "", TOKEN: token, ...SECRETS },
    });
  };
  paste("docs/connect/index.md", "user");
  return {
    server,
    token,
    here,
    paste,
    async putSetting(name, value) {
      const path = `/auth/v1/settings/${name}`;
      const { status, text } = await send(server, "PUT", path, { bearer: token, json: { value } });
      expect(status, text).toBe(200);
    },
    issued: (grant) =>
      server
        .output()
        .split("\n")
        .filter((line) => line.includes('"tokens issued"') || line.includes('"signed in"'))
        .filter((line) => line.includes(`"${grant}"`)).length,
    [Symbol.asyncDispose]: stop,
  };
}
