/** docs/connect/better-auth.md: Better Auth with its plugin for providers of any make. */
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { ROOT } from "../protocol/docs/blocks.ts";
import { installed } from "./installed.ts";
import { journey } from "./journey.ts";
import { place } from "./place.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/better-auth.md";

describe(PAGE, () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  async function start() {
    const { run } = await place(service, PAGE, "app", installed(PAGE));
    return run([join(ROOT, "node_modules/.bin/node"), "app.mjs"]);
  }

  journey({ service: () => service, start, asks: "/mail" });
});
