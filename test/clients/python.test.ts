/** docs/connect/python.md with what its command installs; `npm test` runs it with the packages of the operating system. */
import { afterAll, beforeAll, describe } from "vitest";
import { hasCommand, installed } from "./installed.ts";
import { journey } from "./journey.ts";
import { place } from "./place.ts";
import { resourceServer } from "./resource.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/python.md";

describe.skipIf(!hasCommand(PAGE, "python3"))(PAGE, () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  async function start(name: "app" | "api") {
    const { run } = await place(service, PAGE, name, installed(PAGE));
    return run(["python3", `${name}.py`]);
  }

  describe("the application", () => {
    journey({ service: () => service, start: () => start("app"), asks: "/mail" });
  });
  describe("the API", () => {
    resourceServer({ service: () => service, start: () => start("api") });
  });
});
