/** One request at a time: the view is disabled and the button that was used says so. */
import type { ScriptText } from "../src/web/texts/script-texts.ts";
import { find } from "./find.ts";
import { t } from "./language.ts";

let restoreButton: (() => void) | undefined;

const view = (): HTMLFieldSetElement | undefined => find("login-view", HTMLFieldSetElement);

export const isBusy = (): boolean => view()?.disabled === true;

function showOn(button: HTMLElement, key: ScriptText): void {
  const label = button.querySelector("[data-text]");
  const before = label?.textContent ?? "";
  if (label) label.textContent = t(key);
  button.dataset.busy = "";
  restoreButton = () => {
    if (label) label.textContent = before;
    delete button.dataset.busy;
  };
}

export function startBusy(button: HTMLElement | undefined, key: ScriptText): void {
  const fieldset = view();
  if (!fieldset) return;
  fieldset.disabled = true;
  fieldset.dataset.busy = "";
  fieldset.setAttribute("aria-busy", "true");
  if (button) showOn(button, key);
}

export function endBusy(): void {
  restoreButton?.();
  restoreButton = undefined;
  const fieldset = view();
  if (!fieldset) return;
  fieldset.disabled = false;
  delete fieldset.dataset.busy;
  fieldset.removeAttribute("aria-busy");
}
