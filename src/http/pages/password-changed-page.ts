/** What follows a changed password: every session has ended, this one too (K-11). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import { check } from "../../web/pages/icons.ts";
import { layout, type Page } from "../../web/pages/layout.ts";
import { accountText } from "../../web/texts/catalogues.ts";
import { ACCOUNT_STYLE } from "./account-style.ts";

export const passwordChangedPage = (call: Call): Page =>
  layout(
    call,
    "password-changed-page",
    accountText(call).passwordChangedTitle,
    html`<div class="card"><div class="mark" aria-hidden="true">${check}</div>
<h1>${accountText(call).passwordChanged}</h1>
<p class="soft lead">${accountText(call).passwordChangedText}</p>
<a class="button" id="password-changed-next" href="${call.service.options.prefix_path}/ui/">${accountText(call).signInAgain}</a></div>`,
    undefined,
    `${ACCOUNT_STYLE}#password-changed-page main { padding: 0; background: none; border: 0; box-shadow: none; }`,
  );
