/** docs/connect/express.md: `express-openid-connect`; `npm test` runs the application with `openid-client`. */
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { blockNamed, ROOT } from "../protocol/docs/blocks.ts";
import { installedBy } from "./installed.ts";
import { journey } from "./journey.ts";
import { place } from "./place.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/express.md";

describe("express-openid-connect", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  journey({
    service: () => service,
    async start() {
      const modules = installedBy(PAGE, blockNamed(PAGE, "middleware-install").text);
      const { run } = await place(service, PAGE, "middleware", modules);
      return run([join(ROOT, "node_modules/.bin/node"), "app.mjs"]);
    },
    asks: "/mail",
  });
});
