/** Brings the login page to life: what every page has, then its methods in their order. */
import { endBusy } from "./busy.ts";
import { find } from "./find.ts";
import { keepFragment } from "./fragment.ts";
import type { PageMethod } from "./method.ts";
import { offerRules } from "./new-password.ts";
import { offerShowPassword } from "./show-password.ts";
import { applyTheme, offerTheme } from "./theme.ts";
import { focusFirstView, restoreTyped } from "./view.ts";

export function start(byName: Readonly<Record<string, PageMethod>>): void {
  const methods = Object.values(byName);
  applyTheme();
  keepFragment();
  offerTheme();
  offerShowPassword(document);
  offerRules(document);
  for (const method of methods) method.offer();
  if (methods.some((method) => method.open?.())) restoreTyped();
  else if (find("login-form", HTMLFormElement)) focusFirstView();
  for (const method of methods) method.opened?.();

  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    endBusy();
    for (const method of methods) method.restore?.();
  });
}
