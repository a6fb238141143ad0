/** docs/connect/go.md: `coreos/go-oidc` and `golang.org/x/oauth2`. */
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe } from "vitest";
import { execFileSync } from "../support/ended-programs.ts";
import { hasCommand, installed, pathFor } from "./installed.ts";
import { journey } from "./journey.ts";
import { place } from "./place.ts";
import { resourceServer } from "./resource.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/go.md";

describe.skipIf(!hasCommand(PAGE, "go", "version"))(PAGE, () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  /** Compiled, since `go run` does not pass signals on. */
  async function start(name: "app" | "api") {
    const modules = installed(PAGE);
    const { folder, run } = await place(service, PAGE, name, modules);
    const env = { ...process.env, PATH: pathFor(modules) };
    execFileSync("go", ["build", "-o", "program", "."], { cwd: folder, env, stdio: "pipe" });
    return run([join(folder, "program")]);
  }

  describe("the application", () => {
    journey({ service: () => service, start: () => start("app"), asks: "/mail" });
  });
  describe("the API", () => {
    resourceServer({ service: () => service, start: () => start("api") });
  });
});
