/** docs/connect/django.md: a fresh project with each of the two packages. */
import { appendFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { docsPort } from "../protocol/docs/programs.ts";
import { runCommand } from "../protocol/docs/run-program.ts";
import { execFileSync } from "../support/ended-programs.ts";
import { hasCommand, installed, pathFor } from "./installed.ts";
import { journey } from "./journey.ts";
import { type PageService, SECRETS, startPageService } from "./service.ts";

const PAGE = "docs/connect/django.md";

describe.skipIf(!hasCommand(PAGE, "python3"))(PAGE, () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  /** @param files of the project, by the block that is theirs */
  async function start(settings: string, files: Readonly<Record<string, string>>) {
    const modules = installed(PAGE);
    const folder = mkdtempSync(join(modules, "run-"));
    const port = await docsPort();
    const env = { ...process.env, PATH: pathFor(modules), ...SECRETS };
    const manage = (command: string, ...words: string[]) =>
      execFileSync(command, words, { cwd: folder, env, stdio: "pipe" });
    const block = (name: string) =>
      service.here(blockNamed(PAGE, name).text).replaceAll("3000", String(port));
    service.paste(PAGE, "client", port);
    manage("django-admin", "startproject", "notes", ".");
    appendFileSync(join(folder, "notes/settings.py"), `\n${block(settings)}\n`);
    for (const [file, name] of Object.entries(files)) {
      writeFileSync(join(folder, "notes", file), block(name));
    }
    manage("python", "manage.py", "migrate");
    const address = `127.0.0.1:${port}`;
    const python = join(modules, "venv/bin/python");
    return runCommand(
      [python, "manage.py", "runserver", "--noreload", address],
      folder,
      port,
      SECRETS,
    );
  }

  describe("mozilla-django-oidc", () => {
    journey({
      service: () => service,
      start: () =>
        start("mozilla-settings", { "sign_in.py": "mozilla-sign-in", "urls.py": "mozilla-urls" }),
      leaves: "/oidc/logout/",
    });
  });

  describe("django-allauth", () => {
    journey({
      service: () => service,
      start: () => start("allauth-settings", { "urls.py": "allauth-urls" }),
      refusal: "Cancelled",
      leaves: null,
    });
  });
});
