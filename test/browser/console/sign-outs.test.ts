/** Sign-outs of which an application is still to be notified, on its page in the console (Back-Channel Logout 1.0 §2.5). */

import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, SERVER } from "../../support/certificates.ts";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { patient } from "../../support/patience.ts";
import { send } from "../../support/server.ts";

const TITLE = "Sign-out notifications";
const APPLICATION = { id: "shop", secret: "a secret of an application" };

describe.skipIf(!chromiumPath)("sign-outs in the console", () => {
  const authority = createAuthority();
  const setup = consoleSetup({ env: { NODE_EXTRA_CA_CERTS: authority.certFile } });
  let listening: Server;
  let status = 503;
  let told = 0;
  beforeAll(async () => {
    listening = createServer(
      authority.issue({ subject: "/CN=localhost", extensions: SERVER }),
      (request, response) => {
        request.resume().on("end", () => {
          told += 1;
          response.writeHead(status).end();
        });
      },
    );
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
    const { port } = listening.address() as AddressInfo;
    await setup.admin("PUT", "/settings/oauth2", { value: { internal_hosts: ["localhost"] } });
    await setup.admin("PUT", "/oauth/clients/shop", {
      config: {
        client_name: "Shop",
        client_secret: APPLICATION.secret,
        grant_types: ["password"],
        backchannel_logout_uri: `https://localhost:${port}/told`,
        backchannel_logout_session_required: true,
      },
    });
  });
  afterAll(async () => {
    await new Promise((resolve) => listening.close(resolve));
  });

  test("a sign-in is counted, one that ended waits with the reason, and is gone when the application was notified", async () => {
    const password = "correct horse battery";
    const { id } = await setup.admin("POST", "/users", {
      alias: ["ada"],
      local: true,
      details: { name: "Ada", email: "ada@example.com", password },
    });
    const signedIn = await send(setup.service, "POST", "/auth/oauth2/token", {
      basic: APPLICATION,
      form: { grant_type: "password", username: "ada", password, scope: "openid" },
    });
    expect(signedIn.status, signedIn.text).toBe(200);

    await setup.visit(async ({ page, open, accessible }) => {
      await open("#clients/shop");
      const pair = (name: string) =>
        page.locator(`dt:text-is("${name}") + dd`).textContent({ timeout: patient(10_000) });
      await page.getByRole("heading", { name: TITLE }).waitFor();
      expect([await pair("Sign-ins now"), await pair("Not notified yet")]).toEqual(["1", "0"]);

      await setup.admin("DELETE", `/users/${id}/sign-ins`);
      await expect.poll(() => told).toBeGreaterThan(0);
      await expect
        .poll(async () => {
          await page.reload();
          return [await pair("Sign-ins now"), await pair("Not notified yet")];
        })
        .toEqual(["0", "1"]);
      const failed = page.locator('dt:text-is("Last failure") + dd');
      await expect
        .poll(async () => {
          await page.reload();
          await pair("Not notified yet");
          return failed.count();
        })
        .toBe(1);
      expect(await failed.textContent()).toContain("503");
      await page.getByText("Next try").waitFor();
      await accessible();

      status = 204;
      // The second try may have failed meanwhile, and the third comes half a minute later.
      await expect
        .poll(
          async () => {
            await page.reload();
            return pair("Not notified yet");
          },
          { timeout: patient(40_000) },
        )
        .toBe("0");
    });
  });

  test("a client without an address for it has no such card", () =>
    setup.visit(async ({ page, open }) => {
      await setup.admin("PUT", "/oauth/clients/plain", {
        config: { client_name: "Plain", client_secret: "another secret of it" },
      });
      await open("#clients/plain");
      await page.getByRole("button", { name: "Delete" }).waitFor();
      expect(await page.getByText(TITLE).count()).toBe(0);
    }));
});
