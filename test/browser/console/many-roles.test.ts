/** A user with 2,000 roles. The service starts from a seed document that declares them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { temporaryFolder } from "../../support/folders.ts";

const COUNT = 2_000;
const names = Array.from({ length: COUNT }, (_, at) => `role-${at}`);

describe.skipIf(!chromiumPath)("a user with 2,000 roles", () => {
  const dataDir = temporaryFolder();
  const seed = join(dataDir, "seed.json");
  const declared = {
    roles: Object.fromEntries(names.map((name) => [name, { description: "one of many" }])),
    users: { laden: { roles: names, details: { name: "Laden" } } },
  };
  writeFileSync(seed, JSON.stringify(declared), { mode: 0o600 });
  const setup = consoleSetup({ dataDir, env: { POSTERN_FIRST_RUN__SEED: seed } });
  const { admin, visit } = setup;
  let laden = "";
  beforeAll(async () => {
    [{ id: laden }] = await admin("GET", "/users?alias=laden");
  });

  const elements = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

  test("few of the roles are drawn, one is found and taken away, and all the others stay", () =>
    visit(async ({ page, open, accessible }) => {
      await open(`#users/${laden}`);
      const list = page.getByRole("list", { name: "Roles", exact: true });
      await list.getByRole("listitem").first().waitFor();
      await expect.poll(() => list.getByRole("listitem").count()).toBe(30);
      await page.getByText("None is linked.").waitFor();
      expect(await elements(page)).toBeLessThan(5_000);
      await page.getByLabel(`Filter the ${COUNT} chosen`).fill("role-1999");
      await list.getByRole("button", { name: "Remove role-1999" }).press("Enter");
      await page.getByLabel(`Filter the ${COUNT - 1} chosen`).waitFor();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      const { role_ids } = await admin("GET", `/users/${laden}`);
      expect(role_ids).toHaveLength(COUNT - 1);
      await accessible();
    }));

  test("why there are these roles: a hundred rows, a filter, and how many more", () =>
    visit(async ({ page, open }) => {
      await open(`#users/${laden}`);
      const panel = page.getByRole("region", { name: "Why these roles" });
      await panel.getByRole("button", { name: "Explain" }).click();
      await panel.getByText("more; filter to see them.").waitFor();
      await expect.poll(() => panel.locator("tbody tr").count()).toBe(100);
      await panel.getByLabel("Filter roles").fill("role-1234");
      await panel.getByRole("link", { name: "role-1234", exact: true }).waitFor();
      await expect.poll(() => panel.locator("tbody tr").count()).toBe(1);
      expect(await elements(page)).toBeLessThan(6_000);
    }));

  test("the list of users, the export and the check answer with it", () =>
    visit(async ({ page, open }) => {
      await open("#users?search=laden");
      await page.getByRole("link", { name: "laden" }).waitFor();
      expect(await elements(page)).toBeLessThan(3_000);
      await open("#check?who=laden&host=api.example.com&path=/reports&method=GET");
      await page.getByText("No permission that is held, and no public one").waitFor();
    }));
});
