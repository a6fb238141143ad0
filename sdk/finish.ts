/** Leaving the login page after a completed login, in the order of the specification (SDK `finish`; wire 4.2). */
import { getRedirectPath, isResponseTypeCode } from "./page-url.ts";
import { SUCCESS } from "./success-message.ts";

/** The page was opened as a popup by another login page. */
const isPopup = (): boolean => new URLSearchParams(location.search).get("svc_popup") === "1";

/** The window that opened this one, when it is still there and of this origin. */
function ownOpener(): Window | undefined {
  const opener: Window | null = window.opener;
  try {
    return opener && !opener.closed && opener.location.origin === location.origin
      ? opener
      : undefined;
  } catch {
    return undefined;
  }
}

/** Where to go; undefined when there is nothing left to follow. */
function nextPage(): string | undefined {
  // Without the fragment, because with it the browser would only scroll.
  return isResponseTypeCode() ? location.pathname + location.search : getRedirectPath();
}

export function finish(): void {
  const next = nextPage();
  const opener = next === undefined && isPopup() ? ownOpener() : undefined;
  if (!opener) {
    location.replace(next ?? "/");
    return;
  }
  opener.postMessage(SUCCESS, location.origin);
  opener.focus();
  window.close();
}
