/** docs/connect/spring.md: Spring Boot's client and resource server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { execFileSync } from "../support/ended-programs.ts";
import { hasCommand, installedBy, pathFor } from "./installed.ts";
import { journey } from "./journey.ts";
import { place } from "./place.ts";
import { resourceServer } from "./resource.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/spring.md";

describe.skipIf(!hasCommand(PAGE, "mvn"))(PAGE, () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  /** Compiled without the plugin of the page, whose `run` does not pass signals on. */
  async function start(name: "app" | "api", starter: string) {
    const pom = blockNamed(PAGE, "pom").text.replace("oauth2-client", starter);
    const modules = installedBy(
      PAGE,
      "mvn -q -B dependency:build-classpath -Dmdep.outputFile=classpath.txt",
      { "pom.xml": pom },
    );
    const { folder, add, run } = await place(service, PAGE, name, modules);
    add(name === "app" ? "configuration" : "api-configuration", "application.yml");
    const classpath = readFileSync(join(modules, "classpath.txt"), "utf8");
    const file = blockNamed(PAGE, name).options.file ?? "";
    execFileSync("javac", ["-parameters", "-cp", classpath, "-d", ".", file], {
      cwd: folder,
      env: { ...process.env, PATH: pathFor(modules) },
      stdio: "pipe",
    });
    const main = name === "app" ? "com.example.notes.Notes" : "com.example.reports.Reports";
    return run(["java", "-cp", `${folder}:${classpath}`, main]);
  }

  describe("the application", () => {
    journey({
      service: () => service,
      start: () => start("app", "oauth2-client"),
      asks: "/mail",
    });
  });
  describe("the API", () => {
    resourceServer({
      service: () => service,
      start: () => start("api", "oauth2-resource-server"),
    });
  });
});
