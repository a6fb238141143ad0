/** Which family of the load an endpoint counts for. */
import { LOAD_FAMILIES, type LoadFamily } from "../../web/load-meter.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";

function familyOf({ family, path, root }: Endpoint): LoadFamily {
  if (family === "page" || path.startsWith("/ui") || path.startsWith("/swagger")) return "pages";
  if (path === "/check" || path === "/v1/check") return "check";
  if (root || path.startsWith("/oauth2/") || path.startsWith("/saml/")) return "oauth";
  return "management";
}

/** Its place in `LOAD_FAMILIES`. */
export const loadFamily = (endpoint: Endpoint): number => LOAD_FAMILIES.indexOf(familyOf(endpoint));
