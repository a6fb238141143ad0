/** A started service for applications of other makes, as the pages of `docs/connect` set it up. */
import { execFileSync } from "node:child_process";
import process from "node:process";
import { expect } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
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
  /** Runs a command of a page, with the port of the application for 3000. */
  paste(page: string, name: string, port?: number): void;
  putSetting(name: string, value: unknown): Promise<void>;
  /** How many tokens were issued by that grant. */
  issued(grant: string): number;
}

/** With the user `grace` of the first page. */
export async function startPageService(): Promise<PageService> {
  const server = await startServer({ args: ["--log-level", "debug"] });
  const token = await adminToken(server);
  const here = (text: string) =>
    text.replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):8080/g, server.url);
  const paste = (page: string, name: string, port = 3000) => {
    const script = here(blockNamed(page, name).text).replaceAll("3000", String(port));
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
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
