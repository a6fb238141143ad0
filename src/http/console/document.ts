/** The document that starts the console; every address in it belongs to this service. */
import { html, raw } from "hono/html";
import type { Call } from "../../call.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { brandOf } from "../../web/pages/brand.ts";
import { pictureUrls } from "../../web/pages/favicon.ts";
import { layout, type Markup, type PageProgram } from "../../web/pages/layout.ts";
import { pageResponse } from "../../web/pages/response.ts";
import type { Reply } from "../../web/reply.ts";
import { consoleText } from "../../web/texts/catalogues.ts";
import { signInAgainUrl } from "../account/sign-in-again.ts";
import { hasDocs } from "../documentation/docs-files.ts";
import { type ConsoleFiles, readConsoleFiles } from "../pages/console-files.ts";
import { signOutOf } from "../pages/sign-out.ts";

/** Import maps carry the integrity of modules that other modules load (HTML, "import maps"). */
function importMap(base: string, { integrity }: ConsoleFiles): string {
  const scripts = Object.entries(integrity).filter(([name]) => name.endsWith(".js"));
  const map = Object.fromEntries(scripts.map(([name, digest]) => [`${base}${name}`, digest]));
  // Nothing in it comes from outside; `<` alone could end the element.
  return JSON.stringify({ integrity: map }).replaceAll("<", "\\u003c");
}

/** What of the looks of the deployment is set. */
function brandData(call: Call): Markup {
  const { product_name: name, accent_color: accent, support_url: support } = call.branding();
  const { logo } = pictureUrls(call.icon, brandOf(call.branding()).version);
  return html`${name !== "" && html` data-product-name="${name}"`}${logo !== "" && html` data-logo="${logo}"`}${accent !== "" && html` data-accent="${accent}"`}${support !== "" && html` data-support="${support}"`}`;
}

/** Undefined where the build has no console. */
export async function consoleProgram(
  call: Call,
  context: CallerContext,
): Promise<PageProgram | undefined> {
  const { service } = call;
  const signOut = signOutOf(context)?.url;
  const files = await readConsoleFiles(service.runtime.assets);
  if (!files) return undefined;
  const prefix = service.options.prefix_path;
  const base = `${prefix}/ui/assets/`;
  const { script, preload, styles, licenses, integrity } = files;
  const docs = await hasDocs(service.runtime.assets);
  const again = signInAgainUrl(call, `${prefix}/ui/`, "console");
  return {
    head: (nonce) => html`<meta name="color-scheme" content="light dark">
<script type="importmap" nonce="${nonce}">${raw(importMap(base, files))}</script>
<link rel="license" type="text/plain" href="${base}${licenses}">
${styles.map((name) => html`<link rel="stylesheet" href="${base}${name}" integrity="${integrity[name]}" crossorigin="anonymous">`)}
${preload.map((name) => html`<link rel="modulepreload" href="${base}${name}" integrity="${integrity[name]}">`)}
<script type="module" src="${base}${script}" integrity="${integrity[script]}" nonce="${nonce}"></script>`,
    body: html`<div id="console"${signOut !== undefined && html` data-sign-out="${signOut}"`}${again !== undefined && html` data-sign-in-again="${again}"`}${docs && html` data-docs="${prefix}/docs/"`}${brandData(call)}><p>${consoleText(call).loading} <a href="${prefix}/ui/account">${consoleText(call).plain}</a></p></div>`,
  };
}

/** For an administrator without an account, who has none to be shown without script. */
export const consoleAlone = (call: Call, program: PageProgram): Reply =>
  pageResponse(
    call,
    layout(
      call,
      "console-page",
      consoleText(call).title,
      html`<section class="card"><h1>${consoleText(call).title}</h1><p>${consoleText(call).needsScript}</p></section>`,
      undefined,
      "",
      undefined,
      program,
    ),
    { status: 200, formAction: ["'self'"], program: true },
  );
