/** Sign-in by a code or link in a mail: asking, waiting, typing, and the one click of a link. */
import {
  type EmailCodeInput,
  type EmailLink,
  flowFromURL,
  type PasswordResult,
} from "../../sdk/sdk.ts";
import { leave } from "../completed.ts";
import { fieldValue, find, onClick } from "../find.ts";
import { onSubmit } from "../form.ts";
import { sdk } from "../login-client.ts";
import { chooseRememberMe, manifest, rememberMe } from "../manifest.ts";
import type { PageMethod } from "../method.ts";
import { askedFurther, goOn } from "../second-factor.ts";
import { requiredLevels } from "../set-up.ts";
import { focusView, showView } from "../view.ts";
import { stopPasskeyAutofill } from "./passkey-autofill.ts";

const links = (): readonly EmailLink[] => manifest.provider.email ?? [];

/** That of the chosen password provider, whose key ends both addresses. */
function chosen(): EmailLink | undefined {
  const provider = find("provider", HTMLSelectElement)?.value ?? "";
  const key = provider.split("/").at(-1);
  return links().find(({ url }) => url.split("/").at(-1) === key) ?? links()[0];
}

/**
 * Asked for once more with the code of the second factor, where the person has one.
 *
 * @param begin offers another mail: by the time the factor comes, the code may be over
 */
async function confirm(link: EmailLink, input: EmailCodeInput, begin: () => void) {
  const ask = (totp?: string) =>
    sdk.emailConfirm(link, { ...input, extra: requiredLevels(), ...(totp && { totp }) });
  const { rememberMe = false, flow } = input;
  const onward = { rememberMe, ...(flow && { flow }) };
  let signedIn: PasswordResult;
  try {
    signedIn = await ask();
  } catch (error) {
    if (!askedFurther(error, onward, ask, begin)) throw error;
    return;
  }
  await goOn(signedIn, onward);
}

function openSent(link: EmailLink, email: string, flow: string, remembered: boolean): void {
  if (!showView("mail-sent")) return;
  chooseRememberMe(remembered);
  const waiting = new AbortController();
  const stop = () => waiting.abort();
  onClick("login-back", stop);
  const begin = () => {
    stop();
    openMail(email);
  };
  onClick("mail-again", begin);
  // The link was opened in this browser, which has the session by now; the other page offers what there is to offer.
  sdk.emailCompleted(flow, waiting.signal).then(leave, () => undefined);
  onSubmit("mail-sent-form", "signingIn", async () => {
    const code = fieldValue("code").trim();
    await confirm(link, { code, email, rememberMe: rememberMe() }, begin);
    stop();
  });
  focusView();
}

function openMail(address = ""): void {
  const remembered = rememberMe();
  const typed = address || fieldValue("username").trim();
  const link = chosen();
  if (!link || !showView("mail")) return;
  stopPasskeyAutofill();
  const field = find("email", HTMLInputElement);
  if (field && typed.includes("@")) field.value = typed;
  onSubmit("mail-form", "oneMoment", async () => {
    const email = fieldValue("email").trim();
    const { flow } = await sdk.emailRequest(link, { email, rememberMe: remembered });
    openSent(link, email, flow, remembered);
  });
  focusView();
}

/** The page of a link: nothing is redeemed before the click. */
function openFromAddress(): boolean {
  const query = new URLSearchParams(location.search);
  if (query.get("view") === "mail" && links().length > 0) {
    openMail();
    return true;
  }
  const mail = flowFromURL();
  if (mail?.flow !== "email" || mail.code === "") return false;
  const key = encodeURIComponent(query.get("provider") ?? "");
  const link = links().find(({ url }) => url.split("/").at(-1) === key) ?? links()[0];
  if (!link || !showView("mail-link")) return false;
  onClick("mail-again", () => openMail());
  onSubmit("mail-link-form", "signingIn", async () => {
    const flow = query.get("svc_flow") ?? "";
    const email = fieldValue("email").trim();
    const input = { code: mail.code, rememberMe: rememberMe() };
    const sent = { ...input, ...(flow && { flow }), ...(email && { email }) };
    await confirm(link, sent, () => openMail(email));
  });
  focusView();
  return true;
}

export const email: PageMethod = {
  offer: () => onClick("login-mail", () => openMail()),
  open: openFromAddress,
};
