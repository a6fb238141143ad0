/** Takes the pictures of docs/console.md: every page of the console that stands there, light and dark, from a service with sample records. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { openBrowser } from "../test/support/chromium.ts";
import { adminToken, send, startServer } from "../test/support/server.ts";
import { writePicture } from "./write-picture.ts";

const FOLDER = join(import.meta.dirname, "../docs/images/console");
const DESK = { width: 1180, height: 780 };
/** One page alone: `console-pictures.ts users`. */
const only = process.argv[2];

const guide = readFileSync(join(import.meta.dirname, "../docs/console.md"), "utf8");
const shown = [...guide.matchAll(/images\/console\/([\w-]+)-light\.webp/g)];
const names = shown.flatMap(([, name]) => name ?? []).filter((name) => !only || name === only);
mkdirSync(FOLDER, { recursive: true });
const [browser, service] = await Promise.all([openBrowser(), startServer()]);
try {
  const token = await adminToken(service);
  const put = (path: string, json: unknown) => send(service, "PUT", path, { bearer: token, json });
  const post = (path: string, json: unknown) =>
    send(service, "POST", path, { bearer: token, json });
  const read = { name: "read-reports", resources: [{ paths: ["/reports/**"], methods: ["GET"] }] };
  const { body: permission } = await post("/auth/v1/permissions", read);
  const role = {
    name: "analyst",
    description: "Reads reports",
    permission_ids: [permission.payload.id],
  };
  const { body: analyst } = await post("/auth/v1/roles", role);
  for (const name of ["Ada", "Grace", "Katherine", "Radia"]) {
    const alias = [name.toLowerCase(), `${name.toLowerCase()}@example.com`];
    const details = { name, email: alias[1] };
    await post("/auth/v1/users", { alias, details, role_ids: [analyst.payload.id] });
  }
  const web = { client_name: "Notes", redirect_uris: ["https://notes.example.com/callback"] };
  await put("/auth/v1/oauth/clients/notes", { config: web });
  const pair = { issuer: "https://op.example.com", client_id: "postern" };
  await put("/auth/v1/oauth/providers/company", { config: pair });
  const directory = { addr: "ldaps://directory.example.com", base_dn: "dc=example,dc=com" };
  await put("/auth/v1/ldap/configs/company", { enabled: false, config: directory });

  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({
      ...{ viewport: DESK, colorScheme, locale: "en-US" },
      // Small in the package, and still to be read.
      deviceScaleFactor: 0.7,
    });
    await context.setExtraHTTPHeaders({ authorization: `Bearer ${token}` });
    const page = await context.newPage();
    for (const name of names) {
      await page.goto(`${service.url}/auth/ui/#${name}`);
      await page.waitForSelector("#main h1");
      await page.waitForLoadState("networkidle");
      await page.locator("#main .mantine-Skeleton-root").first().waitFor({ state: "detached" });
      const picture = await page.screenshot({ animations: "disabled" });
      await writePicture(browser, join(FOLDER, `${name}-${colorScheme}`), picture);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await service.stop("SIGKILL");
}
