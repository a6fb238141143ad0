import { describe, expect, test } from "vitest";
import { selfSigned } from "../../support/certificates.ts";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";

describe.skipIf(!chromiumPath)("roles, permissions and service accounts in the console", () => {
  const setup = consoleSetup();

  const { admin, visit } = setup;

  test("a service account: needs a credential, gets a secret once, takes a certificate", () =>
    visit(async ({ page, open, accessible }) => {
      const { cert, fingerprint } = selfSigned("/CN=pipeline/O=Example/C=DE");
      await open("#service-accounts/new");
      const aliases = page.getByRole("combobox", { name: "Usernames" });
      await aliases.fill("pipeline");
      await aliases.press("Enter");
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Pipeline");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByText("Generate a secret, bind a certificate").waitFor();
      await page.getByRole("button", { name: "Generate" }).click();
      await page.getByRole("button", { name: "Create" }).click();
      const secret = (await page.locator("[data-secret]").textContent()) ?? "";
      await page.getByRole("button", { name: "I have copied it" }).click();
      await page.getByRole("heading", { name: "pipeline" }).waitFor();
      const { status } = await send(setup.service, "POST", "/auth/oauth2/token", {
        basic: { id: "pipeline", secret },
        form: { grant_type: "client_credentials" },
      });
      expect(status).toBe(200);

      await page.getByLabel("Certificate (PEM)").fill("not a certificate");
      await page.getByText("This is not a certificate in PEM form.").waitFor();
      await page.getByLabel("Certificate (PEM)").fill(cert);
      await page.locator(`input[value="${fingerprint}"]`).waitFor();
      await accessible();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      // The secret is not drawn anywhere, and stays.
      expect(await page.content()).not.toContain(secret);
      const [{ id }] = await admin("GET", "/service-accounts?alias=pipeline");
      expect((await admin("GET", `/service-accounts/${id}`)).details).toEqual({
        ...{ name: "Pipeline", secret },
        cert_fingerprint: fingerprint,
      });

      await page.getByRole("button", { name: "Remove the secret" }).click();
      await page.getByText("the tokens they have end").waitFor();
      await accessible();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: "Remove the secret" })
        .click();
      await page.getByText("No secret is stored").waitFor();
      expect((await admin("GET", `/service-accounts/${id}`)).details).toEqual({
        name: "Pipeline",
        cert_fingerprint: fingerprint,
      });
      // The form that was open goes on with the record as it is now.
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Pipeline of builds");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
    }));

  test("a service account whose keys are behind an address needs no secret", () =>
    visit(async ({ page, open, accessible }) => {
      const jwks_uri = "https://pump.example.com/keys";
      await open("#service-accounts/new");
      const aliases = page.getByRole("combobox", { name: "Usernames" });
      await aliases.fill("pump");
      await aliases.press("Enter");
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Pump");
      await page.getByLabel("Address of its keys").fill(jwks_uri);
      await accessible();
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: "pump" }).waitFor();
      const [{ id }] = await admin("GET", "/service-accounts?alias=pump");
      expect((await admin("GET", `/service-accounts/${id}`)).details).toEqual({
        name: "Pump",
        jwks_uri,
      });
    }));

  test("a permission: a sentence for each entry, exceptions, what would never fit, scopes, presets", () =>
    visit(async ({ page, open, accessible }) => {
      await open("#permissions/new");
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("read-reports");
      await page.getByRole("button", { name: "Add an entry" }).click();
      const entry = page.getByRole("group", { name: "Entry 1" });
      await entry.getByText("Allows nothing until").waitFor();
      const paths = entry.getByRole("combobox", { name: "Paths" });
      await paths.fill("/reports/**");
      await paths.press("Enter");
      await entry.getByText("Allows GET, HEAD on the default hosts at /reports/**.").waitFor();
      await page.getByText("No default hosts are set and hosts are checked").waitFor();
      const hosts = entry.getByRole("combobox", { name: "Hosts" });
      await hosts.fill("*.example.com");
      await hosts.press("Enter");
      await page.getByText("No default hosts are set").waitFor({ state: "hidden" });
      await entry.getByRole("button", { name: "Add an exception" }).click();
      const except = page.getByRole("group", { name: "Exception 1" });
      await except.getByRole("combobox", { name: "Paths" }).fill("/reports/secret/**");
      await except.getByRole("combobox", { name: "Paths" }).press("Enter");
      await entry.getByText("Except every method at /reports/secret/**.").waitFor();
      await page.getByLabel("Scope", { exact: true }).fill("reports");
      await page.getByRole("button", { name: "Add a scope" }).click();
      await page.getByRole("combobox", { name: "Role names for reports" }).fill("report-reader");
      await page.getByRole("combobox", { name: "Role names for reports" }).press("Enter");
      await accessible();
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: "read-reports" }).waitFor();
      const [stored] = await admin("GET", "/permissions?name=read-reports");
      expect(stored).toMatchObject({
        scope: { reports: ["report-reader"] },
        resources: [
          {
            ...{ hosts: ["*.example.com"], paths: ["/reports/**"], methods: ["GET", "HEAD"] },
            excluded: [{ paths: ["/reports/secret/**"], methods: ["*"] }],
          },
        ],
      });
      await page.getByText("No role has it.").waitFor();

      await open("#permissions/new");
      await page.getByRole("button", { name: "Own account" }).click();
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: "auth_user" }).waitFor();
      const [preset] = await admin("GET", "/permissions?name=auth_user");
      expect(preset.resources[0].paths).toContain("/auth/v1/me");

      await open("#permissions/new");
      await page.getByRole("button", { name: "Administration of this service" }).click();
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("auth_user");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByText("permission with name auth_user already exists").waitFor();
      // Nothing is lost by the refusal.
      expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe(
        "auth_user",
      );
      await page.getByRole("button", { name: "Discard the changes" }).click();
    }));

  test("a role: picks permissions and roles by name, says who holds it, and what deleting takes", () =>
    visit(async ({ page, open, accessible }) => {
      const allow = { resources: [{ paths: ["/x"], methods: ["GET"] }] };
      const permission = (await admin("POST", "/permissions", { name: "see-x", ...allow })).id;
      const inner = (await admin("POST", "/roles", { name: "inner" })).id;
      await open("#roles/new");
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("outer");
      await page.getByRole("combobox", { name: "Permissions" }).fill("see");
      await page.getByRole("option", { name: "see-x" }).click();
      await page.getByRole("combobox", { name: "Included roles" }).fill("inn");
      await page.getByRole("option", { name: "inner" }).click();
      await accessible();
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: "outer" }).waitFor();
      const [outer] = await admin("GET", "/roles?name=outer");
      expect(outer).toMatchObject({ permission_ids: [permission], role_ids: [inner] });

      await admin("POST", "/users", { alias: ["hopper"], role_ids: [outer.id] });
      await open(`#roles/${inner}`);
      const panel = page.getByRole("region", { name: "Who holds it" });
      await panel.getByText("Users (1)").waitFor();
      await panel.getByRole("link", { name: "hopper" }).waitFor();
      await panel.getByRole("link", { name: "outer" }).click();
      await page.getByRole("heading", { name: "outer" }).waitFor();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByText("Everyone who holds “outer” (1) loses it at once.").waitFor();
      await accessible();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await page.waitForFunction(() => location.hash === "#roles");
      expect(await admin("GET", "/roles?name=outer")).toEqual([]);
    }));
});
