/** Sign-in at another provider in a window of its own (login-middleware.md, SDK `code`; wire 4.2; L-W44). */
import { expireCompletion, isCompleted } from "./completion-cookie.ts";
import { LoginError } from "./login-error.ts";
import { SUCCESS } from "./success-message.ts";
import type { CodeInput, LoginLink } from "./types.ts";

const POLL_MS = 500;
/** Polls that find the window closed before it is said; isolated windows look closed at once. */
const LOOKS_CLOSED = 10;
const WIDTH_PX = 520;
const HEIGHT_PX = 720;

/** 32 hex digits. */
export function newFlow(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The address that the window opens. */
export function startUrl(link: LoginLink, flow: string, rememberMe: boolean, base: string): URL {
  const url = new URL(link.url, base);
  if (rememberMe) url.searchParams.set("remember_me", "true");
  url.searchParams.set("svc_popup", "1");
  url.searchParams.set("svc_flow", flow);
  return url;
}

/** A small window in the middle of this one, on whatever screen it is. */
function centred(): string {
  const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - WIDTH_PX) / 2));
  const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - HEIGHT_PX) / 2));
  return `popup=yes,width=${WIDTH_PX},height=${HEIGHT_PX},left=${left},top=${top}`;
}

/** Resolves when the completion cookie of this flow says so. */
export function signInByCode(link: LoginLink, input: CodeInput, base: string): Promise<void> {
  const { signal, timeout, onPopupClosed } = input;
  const aborted = () => new LoginError("Sign-in was cancelled", 0, "aborted");
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw aborted();
    const flow = newFlow();
    const url = startUrl(link, flow, input.rememberMe === true, base);
    // Opened in the turn of the click, or browsers block it.
    const popup = window.open(url, input.target ?? `svc_${flow}`, input.features ?? centred());
    if (!popup) {
      throw new LoginError("The browser blocked the sign-in window", 0, "popup_blocked");
    }

    let closedPolls = 0;
    const finished = new AbortController();
    const end = (settle: () => void) => {
      finished.abort();
      clearInterval(poll);
      clearTimeout(deadline);
      popup.close();
      settle();
    };
    const complete = () => {
      if (finished.signal.aborted || !isCompleted(flow)) return;
      expireCompletion(flow);
      end(() => {
        window.focus();
        resolve();
      });
    };
    const poll = setInterval(() => {
      complete();
      if (!finished.signal.aborted && popup.closed && ++closedPolls === LOOKS_CLOSED) {
        onPopupClosed?.();
      }
    }, POLL_MS);
    const deadline =
      timeout === undefined
        ? undefined
        : setTimeout(
            () => end(() => reject(new LoginError("Sign-in took too long", 0, "timeout"))),
            timeout,
          );

    const listening = { signal: finished.signal };
    // A message is a reason to look at the cookie, never a proof (B-9).
    window.addEventListener(
      "message",
      ({ origin, source, data }) => {
        if (origin === location.origin && source === popup && data === SUCCESS) complete();
      },
      listening,
    );
    // Timers sleep in hidden tabs; coming back is a reason to look, too.
    window.addEventListener("focus", complete, listening);
    signal?.addEventListener("abort", () => end(() => reject(aborted())), listening);
  });
}
