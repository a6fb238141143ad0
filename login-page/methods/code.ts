/** Sign-in at another provider in a window of its own (login-session-wire 4.1.7). */
import { LoginError, type LoginLink } from "../../sdk/sdk.ts";
import { isBusy, startBusy } from "../busy.ts";
import { completed } from "../completed.ts";
import { onClick } from "../find.ts";
import { t } from "../language.ts";
import { sdk } from "../login-client.ts";
import { manifest, rememberMe } from "../manifest.ts";
import { describe, showError, showNotice } from "../messages.ts";
import type { PageMethod } from "../method.ts";
import { showSignIn, showView } from "../view.ts";
import { stopPasskeyAutofill } from "./passkey-autofill.ts";

/** The way on when windows are blocked: the same flow in this window. */
function sameWindowLink(opened: HTMLAnchorElement): HTMLAnchorElement {
  const anchor = document.createElement("a");
  // It knows the way back, which a window of its own does not need.
  const url = new URL(opened.href);
  if (rememberMe()) url.searchParams.set("remember_me", "true");
  anchor.href = url.href;
  anchor.textContent = t("continueHere");
  return anchor;
}

function showWaiting(link: LoginLink, cancel: () => void): () => void {
  showView("waiting");
  const put = (id: string, text: string) => {
    const element = document.getElementById(id);
    if (element) element.textContent = text;
  };
  put("waiting-text", t("waitingText", link.name));
  onClick("waiting-cancel", cancel);
  document.getElementById("login-title")?.focus();
  return () => put("waiting-hint", t("windowLooksClosed"));
}

function showFailure(error: unknown, opened: HTMLAnchorElement): void {
  const code = error instanceof LoginError ? error.code : undefined;
  if (code === "aborted") showNotice(t("cancelled"));
  else if (code === "popup_blocked")
    showError(t("windowBlocked"), " ", sameWindowLink(opened), ".");
  else showError(describe(error));
}

async function signIn(link: LoginLink, opened: HTMLAnchorElement): Promise<void> {
  stopPasskeyAutofill();
  const abort = new AbortController();
  let looksClosed = () => {};
  // In the turn of the click, or the window is blocked.
  const done = sdk.code(link, {
    rememberMe: rememberMe(),
    signal: abort.signal,
    onPopupClosed: () => looksClosed(),
  });
  looksClosed = showWaiting(link, () => abort.abort());
  // Left for good or for the back/forward cache: the page waits no longer.
  window.addEventListener("pagehide", () => abort.abort(), { signal: abort.signal });
  try {
    await done;
  } catch (error) {
    showSignIn();
    showFailure(error, opened);
    opened.focus();
    return;
  }
  startBusy(undefined, "oneMoment");
  await completed();
}

function offer(): void {
  for (const anchor of document.querySelectorAll<HTMLAnchorElement>("a.code")) {
    const link = manifest.provider.code?.find(({ url }) => url === anchor.dataset.url);
    if (!link) continue;
    anchor.addEventListener("click", (event) => {
      // A person who asks for a tab gets one.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (!isBusy()) void signIn(link, anchor);
    });
  }
}

export const code: PageMethod = { offer };
