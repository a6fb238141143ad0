/** The sign-in view: works as a plain form; the script takes it over where it runs (B-10; wire 4.1). */
import { html } from "hono/html";
import type { Markup } from "../../web/pages/layout.ts";
import type { Spoken } from "../../web/texts/language.ts";
import type { LoginMethod, LoginMethods, Slot } from "../login-parts.ts";
import type { LoginLink } from "../manifest.ts";
import { linksOf, rememberMe } from "./parts.ts";
import { text } from "./text.ts";
import type { SignInView } from "./view.ts";

const nothing = (
  context: Spoken,
): Markup => html`<div class="note" id="login-empty"><p><strong>${text(context, "nothingTitle")}</strong></p>
<p>${text(context, "nothingText")}</p></div>`;

interface Offered {
  readonly method: LoginMethod;
  readonly links: readonly LoginLink[];
}

/** Said where no script runs and nothing else in the sight of the person works without one. */
const needsScript = (context: Spoken, main: readonly Offered[]): Markup | false => {
  const [reason] = main.flatMap(({ method }) => method.needsScript ?? []);
  const all = main.every(({ method }) => method.needsScript);
  return (
    reason !== undefined &&
    all &&
    html`<noscript><p class="note">${text(context, reason)}</p></noscript>`
  );
};

export function signInView(view: SignInView, methods: LoginMethods): Markup {
  const { context, manifest } = view;
  const offered = Object.entries(methods)
    .map(([name, method]): Offered => ({ method, links: linksOf(manifest, name) }))
    .filter(({ links }) => links.length > 0);
  if (offered.length === 0) return nothing(context);
  const inSlot = (slot: Slot) => offered.filter(({ method }) => method.slot === slot);
  const draw = (list: readonly Offered[]) =>
    list.map(({ method, links }) => method.draw(view, links));
  const form = inSlot("form");
  const others = [...inSlot("button"), ...inSlot("elsewhere")];
  const hidden = others.every(({ method }) => method.needsScript);
  return html`${form.length > 0 ? draw(form) : rememberMe(view)}
${
  others.length > 0 &&
  html`<div class="others"${hidden ? " hidden" : ""} id="login-others">
${form.length > 0 && html`<p class="or">${text(context, "or")}</p>`}
${draw(others)}
</div>`
}
${draw(inSlot("below"))}
${needsScript(context, [...form, ...others])}`;
}
