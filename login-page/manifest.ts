/** The manifest that the server put into the page. */
import type { LoginManifest } from "../sdk/sdk.ts";
import { find } from "./find.ts";

export const manifest: LoginManifest = JSON.parse(
  find("login-manifest", HTMLScriptElement)?.textContent ?? '{"title":"","provider":{}}',
);

/** The choice counts only where the service offers it. */
export const rememberMe = (): boolean =>
  manifest.disable_remember_me !== true && find("remember_me", HTMLInputElement)?.checked === true;

/** A view that was opened shows the choice as it was made. */
export function chooseRememberMe(chosen: boolean): void {
  const box = find("remember_me", HTMLInputElement);
  if (box) box.checked = chosen;
}
