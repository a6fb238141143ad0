/** The button in a password field that shows what was typed. */
import { find } from "./find.ts";
import { t } from "./language.ts";

function set(button: HTMLElement, field: HTMLInputElement, shown: boolean): void {
  const label = t(shown ? "hidePassword" : "showPassword");
  field.type = shown ? "text" : "password";
  button.setAttribute("aria-pressed", String(shown));
  button.title = label;
  button.ariaLabel = label;
}

export function offerShowPassword(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLElement>("[data-show]")) {
    const field = find(button.dataset.show ?? "", HTMLInputElement);
    if (!field) continue;
    set(button, field, false);
    button.hidden = false;
    button.addEventListener("click", () => {
      set(button, field, field.type === "password");
      field.focus();
    });
  }
}

/** What is sent, or left, is not shown any longer. */
export function hidePasswords(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLElement>("[data-show]")) {
    const field = find(button.dataset.show ?? "", HTMLInputElement);
    if (field) set(button, field, false);
  }
}
