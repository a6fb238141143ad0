/** The address of the login page in a mail that no browser asked for: by configuration alone (E-4, T-7, decision E-11). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { configuredOrigin } from "../../options/configured-origin.ts";

/**
 * The login page with the view of a mail. Throws `conflict` while the configuration does not say where it is.
 * @param flow names the view
 */
export function loginPageLink(
  { snapshot, service }: Pick<Call, "snapshot" | "service">,
  flow: string,
  code: string,
): string {
  const origin = configuredOrigin(snapshot, service.options);
  const { login_url } = snapshot.settings.authorize;
  if (origin === undefined || login_url === "") {
    const missing = origin === undefined ? "oauth2.base_url" : "authorize.login_url";
    throw new AuthError("conflict", "a mail cannot lead to the login page", {
      detail: `${missing} is not set`,
    });
  }
  const url = new URL(login_url, origin);
  url.searchParams.set("flow", flow);
  url.searchParams.set("code", code);
  return url.href;
}
