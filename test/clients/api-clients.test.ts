/** docs/api-clients.md: clients that four generators make of the API description, and a program with each of them. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed, readBlocks } from "../protocol/docs/blocks.ts";
import { execFileSync } from "../support/ended-programs.ts";
import { send } from "../support/server.ts";
import { hasCommand, installedBy, pathFor } from "./installed.ts";
import { type PageService, SECRETS, startPageService } from "./service.ts";

const PAGE = "docs/api-clients.md";

const LANGUAGES = [
  { language: "typescript", needs: ["npm"] },
  { language: "python", needs: ["python3"] },
  { language: "go", needs: ["go", "version"] },
  { language: "java", needs: ["mvn"] },
] as const;

describe.each(LANGUAGES)("$language", ({ language, needs: [command, word] }) => {
  const skipped = !hasCommand(PAGE, command, word);
  const blocks = readBlocks(PAGE).filter(({ name }) => name.split("-")[0] === language);
  const textOf = (step: string) => blocks.find(({ name }) => name === `${language}-${step}`)?.text;
  let service: PageService;
  let run: (commands: string) => string;

  beforeAll(async () => {
    if (skipped) return;
    const modules = installedBy(`${PAGE}-${language}`, textOf("install") ?? "true");
    const folder = mkdtempSync(join(modules, "run-"));
    service = await startPageService();
    for (const { options, text } of blocks) {
      if (!options.file) continue;
      mkdirSync(join(folder, dirname(options.file)), { recursive: true });
      writeFileSync(join(folder, options.file), service.here(text));
    }
    const env = { ...process.env, ...SECRETS, PATH: pathFor(modules), TOKEN: service.token };
    run = (commands) =>
      execFileSync("sh", ["-euc", service.here(commands)], { cwd: folder, env, encoding: "utf8" });
    run(blockNamed(PAGE, "description").text.replace("curl ", "curl -sS --fail-with-body "));
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  test.skipIf(skipped)("the client is made of the description as it is served", () => {
    run(textOf("generate") ?? "");
  });

  test.skipIf(skipped)("its program adds a user, writes a client and lists the users", async () => {
    const said = run(textOf("run") ?? "");
    expect(said).toMatch(/^ada$/m);
    expect(said).toMatch(/^grace /m);

    const { server, token: bearer } = service;
    const form = { grant_type: "password", username: "ada", password: "correct horse" };
    const basic = { id: "notes", secret: SECRETS.CLIENT_SECRET };
    const signedIn = await send(server, "POST", "/auth/oauth2/token", { form, basic });
    expect(signedIn.status, signedIn.text).toBe(200);
    const { body } = await send(server, "GET", "/auth/v1/oauth/clients/notes", { bearer });
    expect(body.payload.config.redirect_uris).toEqual(["http://127.0.0.1:3000/callback"]);
  });
});
