/** Sign-in by a code or link in a mail: asking, waiting, typing, and the one click of a link. */
import { type EmailLink, flowFromURL, LoginError } from "../sdk/sdk.ts";
import { completed } from "./completed.ts";
import { fieldValue, find, onClick } from "./find.ts";
import { onSubmit } from "./form.ts";
import { sdk } from "./login-client.ts";
import { manifest, rememberMe } from "./manifest.ts";
import { describe, showError } from "./messages.ts";
import { focusView, showView } from "./view.ts";

const links = (): readonly EmailLink[] => manifest.provider.email ?? [];

/** That of the chosen password provider, whose key ends both addresses. */
function chosen(): EmailLink | undefined {
  const provider = find("provider", HTMLSelectElement)?.value ?? "";
  const key = provider.split("/").at(-1);
  return links().find(({ url }) => url.split("/").at(-1) === key) ?? links()[0];
}

/** Asked for once more with the code of the second factor, where the person has one. */
async function confirm(link: EmailLink, input: Parameters<typeof sdk.emailConfirm>[1]) {
  try {
    await sdk.emailConfirm(link, input);
  } catch (error) {
    if (!(error instanceof LoginError) || error.code !== "mfa_required") throw error;
    await askSecondFactor(link, input);
    return;
  }
  await completed();
}

async function askSecondFactor(link: EmailLink, input: Parameters<typeof sdk.emailConfirm>[1]) {
  if (!showView("second-factor")) throw new Error("the page has no view for the code");
  onSubmit(
    "second-factor-form",
    "signingIn",
    async () => {
      await sdk.emailConfirm(link, { ...input, totp: fieldValue("totp").replace(/\s+/g, "") });
      await completed();
    },
    (error) => showError(describe(error)),
  );
  focusView();
}

function openSent(link: EmailLink, email: string, flow: string, remembered: boolean): void {
  if (!showView("mail-sent")) return;
  const waiting = new AbortController();
  const leave = () => waiting.abort();
  onClick("login-back", leave);
  onClick("mail-again", () => {
    leave();
    openMail(email);
  });
  // The link was opened in this browser: it has the session by now.
  sdk.emailCompleted(flow, waiting.signal).then(completed, () => undefined);
  onSubmit("mail-sent-form", "signingIn", async () => {
    const code = fieldValue("code").trim();
    await confirm(link, { code, email, rememberMe: remembered });
    leave();
  });
  focusView();
}

function openMail(address = ""): void {
  const remembered = rememberMe();
  const typed = address || fieldValue("username").trim();
  const link = chosen();
  if (!link || !showView("mail")) return;
  const field = find("email", HTMLInputElement);
  if (field && typed.includes("@")) field.value = typed;
  onSubmit("mail-form", "oneMoment", async () => {
    const email = fieldValue("email").trim();
    const { flow } = await sdk.emailRequest(link, { email });
    openSent(link, email, flow, remembered);
  });
  focusView();
}

/** The page of a link: nothing is redeemed before the click. */
export function openMailLink(): boolean {
  const mail = flowFromURL();
  if (mail?.flow !== "email" || mail.code === "") return false;
  const query = new URLSearchParams(location.search);
  const key = encodeURIComponent(query.get("provider") ?? "");
  const link = links().find(({ url }) => url.split("/").at(-1) === key) ?? links()[0];
  if (!link || !showView("mail-link")) return false;
  onSubmit("mail-link-form", "signingIn", async () => {
    const flow = query.get("svc_flow") ?? "";
    await confirm(link, { code: mail.code, ...(flow !== "" && { flow }) });
  });
  focusView();
  return true;
}

export function offerMail(): void {
  const place = document.getElementById("login-by-mail");
  if (place) place.hidden = false;
  onClick("login-mail", () => openMail());
}
