/** Answers `<client id> <session state>` messages with what became of one cookie (login-session-wire 3.12). */
const name = document.body.dataset.cookie ?? "";
const MESSAGE = /^\S{1,512} \S{1,512}$/;

function readCookie(): string | undefined {
  for (const part of document.cookie.split(";")) {
    const equals = part.indexOf("=");
    if (part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}

let previous: string | undefined;
let isCompared = false;

function compare(): "changed" | "unchanged" | "error" {
  if (!navigator.cookieEnabled) return "error";
  try {
    const current = readCookie();
    // The first answer has nothing to compare with; an empty value is never a login.
    const changed = current === "" || (isCompared && current !== previous);
    previous = current;
    isCompared = true;
    return changed ? "changed" : "unchanged";
  } catch {
    return "error";
  }
}

window.addEventListener("message", ({ data, origin, source }) => {
  if (typeof data !== "string" || !MESSAGE.test(data) || origin === "null") return;
  source?.postMessage(compare(), { targetOrigin: origin });
});

export {};
