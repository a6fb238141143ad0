/** Scripts, SDK and declarations of the login (login-session-wire 3.3, 3.15; L-W39). */
import { isKnown, versionOf } from "../web/entity-tag.ts";
import { ICON_NAME, iconResponse, LOGO_NAME, logoResponse } from "../web/pages/favicon.ts";
import { notFound } from "./json-answer.ts";
import type { Visit } from "./visit.ts";

/** Everything that is served as it is. */
const SCRIPTS: ReadonlySet<string> = new Set([
  ...["login.js", "password-rules.js", "complete.js", "status.js"],
]);
const JAVASCRIPT = "text/javascript; charset=utf-8";
const THREE_DAYS = "public, max-age=259200, immutable";
/** The one place of the built SDK that a moved methods route is written to. */
const PLACEHOLDER = '"__SVC_METHODS_PATH__"';

/** Address of a script with its version, so that it can be cached for long. */
export async function scriptUrl({ login }: Visit, name: string): Promise<string> {
  const asset = await login.assets.read(name);
  return `${login.paths.scripts}/${name}${asset ? `?v=${asset.version}` : ""}`;
}

interface Served {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly version: string;
  readonly type: string;
  readonly cache: string;
}

function serve(request: Request, { bytes, version, type, cache }: Served): Response {
  const etag = `"${version}"`;
  const headers = {
    "Cache-Control": cache,
    ETag: etag,
    "X-Content-Type-Options": "nosniff",
    "Content-Type": type,
  };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers });
}

/** `GET {base}/assets/{file}`; the icon of the pages lies with the scripts. */
export async function answerScript(visit: Visit, file: string): Promise<Response> {
  const branding = visit.branding?.();
  if (file === ICON_NAME) return iconResponse(branding);
  const logo = file === LOGO_NAME && branding && logoResponse(branding);
  if (logo) return logo;
  const asset = SCRIPTS.has(file) ? await visit.login.assets.read(file) : undefined;
  if (!asset) throw notFound();
  const cache = visit.query.get("v") === asset.version ? THREE_DAYS : "no-cache";
  return serve(visit.request, { ...asset, type: JAVASCRIPT, cache });
}

/** `GET {base}/auth/sdk.js`: calls an overridden methods route on its own origin. */
export async function answerSdk(visit: Visit): Promise<Response> {
  const { assets, paths } = visit.login;
  const asset = await assets.read("sdk.js");
  if (!asset) throw notFound();
  const moved = paths.methods === paths.methodsDefault ? "" : paths.methods;
  const text = new TextDecoder()
    .decode(asset.bytes)
    .replace(PLACEHOLDER, () => JSON.stringify(moved));
  const bytes = new TextEncoder().encode(text);
  const version = moved === "" ? asset.version : versionOf(bytes);
  return serve(visit.request, { bytes, version, type: JAVASCRIPT, cache: "no-cache" });
}

/** `GET {base}/auth/sdk.d.ts` */
export async function answerSdkTypes(visit: Visit): Promise<Response> {
  const asset = await visit.login.assets.read("sdk.d.ts");
  if (!asset) throw notFound();
  const type = "text/plain; charset=utf-8";
  return serve(visit.request, { ...asset, type, cache: "no-cache" });
}
