/** What follows a changed password: every session has ended, this one too (K-11). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import { check } from "../../pages/icons.ts";
import { layout, type Page } from "../../pages/layout.ts";
import { ACCOUNT_STYLE } from "./account-style.ts";

export const passwordChangedPage = (call: Call): Page =>
  layout(
    call,
    "password-changed-page",
    "Password changed",
    html`<div class="card"><div class="mark" aria-hidden="true">${check}</div>
<h1>Your password is changed</h1>
<p class="soft lead">Everything that was signed in with the old one is signed out. Sign in with the new password to go on.</p>
<a class="button" id="password-changed-next" href="${call.service.options.prefix_path}/ui/">Back to the account</a></div>`,
    undefined,
    `${ACCOUNT_STYLE}#password-changed-page main { padding: 0; background: none; border: 0; box-shadow: none; }`,
  );
