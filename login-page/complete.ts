/** "Sign-in complete": sends a message to the page that opened this window, and closes it (login-session-wire 3.5). */
const opener = window.opener as Window | null;
try {
  if (opener && !opener.closed) {
    // Only a page of our own origin hears this (B-9).
    opener.postMessage("svc:login:success", window.location.origin);
    opener.focus();
    document.getElementById("complete-continue")?.setAttribute("hidden", "");
  }
} catch {
  // A severed opener: the cookie alone says it.
}
window.close();

export {};
