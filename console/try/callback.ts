/** `{prefix}/ui/try`: hands the answer of a trial to the console, and holds nothing itself. */
import { textsOf } from "../base/language.ts";
import { announce } from "./channel.ts";

export function runCallback(element: HTMLElement): void {
  const text = textsOf("trial");
  const { search, pathname } = location;
  // The code leaves the address bar and the history of this window at once.
  history.replaceState(null, "", pathname);
  document.title = text.callbackTitle;
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.className = "console-callback";
  line.textContent = text.callbackAlone;
  element.replaceChildren(line);
  announce(search, () => {
    line.textContent = text.callbackTaken;
    close();
  });
}
