/** Chromium's virtual authenticator, which a page takes for the one of the device. */
import type { Page } from "playwright-core";

/**
 * One that verifies its person at once and keeps discoverable passkeys.
 * @param isTouched by its person, as soon as it is asked
 */
export async function addAuthenticator(page: Page, isTouched = true): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: isTouched,
    },
  });
}
