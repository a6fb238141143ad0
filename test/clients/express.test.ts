/** docs/connect/express.md: what its reader may take in place of `openid-client`, which `npm test` runs. */
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { blockNamed, ROOT } from "../protocol/docs/blocks.ts";
import { installedBy } from "./installed.ts";
import { journey } from "./journey.ts";
import { place } from "./place.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/express.md";

describe(PAGE, () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  async function start(name: string) {
    const modules = installedBy(PAGE, blockNamed(PAGE, `${name}-install`).text);
    const { run } = await place(service, PAGE, name, modules);
    return run([join(ROOT, "node_modules/.bin/node"), "app.mjs"]);
  }

  describe("express-openid-connect", () => {
    journey({ service: () => service, start: () => start("middleware"), asks: "/mail" });
  });
  describe("passport", () => {
    journey({ service: () => service, start: () => start("passport") });
  });
});
