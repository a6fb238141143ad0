/** A second factor that is set up as part of the sign-in: by an authenticator app or a passkey, now or later. */
import { type FactorSetup, isWebAuthnSupported, LoginError, type SetUpInput } from "../sdk/sdk.ts";
import { completed } from "./completed.ts";
import { offerCopy } from "./copy-codes.ts";
import { fieldValue, find, onClick } from "./find.ts";
import { onSubmit, run } from "./form.ts";
import { language, t } from "./language.ts";
import { sdk } from "./login-client.ts";
import { blame, describe, showError } from "./messages.ts";
import { focusView, showView } from "./view.ts";

/** Levels that the page which sent the person here demands of the sign-in; a wish is none. */
export function requiredLevels(): { readonly require_acr?: string } {
  const query = new URLSearchParams(location.search);
  const require_acr = query.get("acr_values") ?? "";
  return require_acr === "" || query.get("voluntary") === "true" ? {} : { require_acr };
}

function setText(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}

/** The drawing comes from the service; it is read as an image alone. */
function showQr(svg: string): void {
  const { documentElement: drawn } = new DOMParser().parseFromString(svg, "image/svg+xml");
  document.getElementById("setup-qr")?.replaceChildren(document.importNode(drawn, true));
}

const dayOf = (until: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(until));

/** Shown this one time: the person goes on when they are kept. */
async function showRecoveryCodes(codes: readonly string[]): Promise<void> {
  if (codes.length === 0 || !showView("setup-codes")) return;
  const items = codes.map((code) => {
    const item = document.createElement("li");
    item.appendChild(document.createElement("code")).textContent = code;
    return item;
  });
  document.getElementById("setup-codes")?.replaceChildren(...items);
  offerCopy("setup-copy", codes);
  focusView();
  await new Promise<void>((resolve) => onClick("setup-continue", resolve));
}

/** Too late, used, or set up in another window meanwhile. */
const OVER: readonly string[] = ["invalid_grant", "mfa_required"];

/** @param refused what is said where the service does not accept what came */
function explain(error: unknown, refused: () => void): void {
  const code = (error instanceof LoginError && error.code) || "";
  if (OVER.includes(code)) showError(t("setupGone"));
  else if (code === "invalid_request") refused();
  else showError(describe(error));
}

function refuseCode(): void {
  showError(t("codeNotValid"));
  blame(find("totp", HTMLInputElement));
}

const refusePasskey = (): void => showError(t("somethingWrong"));

/** @param input what the page carries on from the first factor */
export function setUpFactor(setup: FactorSetup, input: SetUpInput): void {
  if (!showView("setup")) throw new Error("the page has no view for a second factor");
  const { app, passkey, until } = setup;
  setText("setup-reason", until === undefined ? t("setupDue") : t("setupLater", dayOf(until)));
  if (app) {
    showQr(app.qr);
    setText("setup-secret", app.secret.match(/.{1,4}/g)?.join(" ") ?? app.secret);
  } else {
    document.getElementById("setup-app")?.remove();
  }
  onSubmit(
    "setup-form",
    "signingIn",
    async () => {
      const code = fieldValue("totp").replace(/\s+/g, "");
      const { recoveryCodes } = await sdk.setUpApp(setup, code, input);
      await showRecoveryCodes(recoveryCodes);
      await completed();
    },
    (error) => explain(error, refuseCode),
  );
  const button = find("setup-passkey", HTMLButtonElement);
  if (button && passkey && isWebAuthnSupported()) {
    button.hidden = false;
    onClick("setup-passkey", () => {
      const make = async () => {
        const { recoveryCodes } = await sdk.setUpPasskey(setup, input);
        await showRecoveryCodes(recoveryCodes);
        await completed();
      };
      void run(button, "creatingPasskey", make, (error) => explain(error, refusePasskey));
    });
  }
  const later = find("setup-later", HTMLButtonElement);
  if (later && until !== undefined) {
    later.hidden = false;
    document.getElementById("login-back")?.remove();
    onClick("setup-later", () => void completed());
  }
  focusView();
}
