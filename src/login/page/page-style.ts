import { RULES_STYLE } from "../../web/pages/password-rules.ts";

/** Rules of the login page, on top of those of every page. */
export const PAGE_STYLE = `
header, main, footer { max-width: 420px; }
h1:focus-visible { outline: 0; }
fieldset { min-width: 0; padding: 0; border: 0; margin-top: 22px; }
fieldset:has(> form > .soft:first-child), fieldset:has(> .soft:first-child) { margin-top: 10px; }
.message:empty { height: 0; overflow: hidden; }
form { display: grid; gap: 18px; }
.field { display: grid; gap: 6px; }
label { font-size: 14px; font-weight: 600; }
label small, .hint { color: var(--soft); font-size: 13px; font-weight: 400; }
input:not([type="checkbox"]), select {
  width: 100%; min-width: 0; min-height: 46px; padding: 10px 13px; border: 1px solid var(--edge); border-radius: 10px;
  background: var(--card); color: var(--text); font: inherit;
}
input:not([type="checkbox"]):hover, select:hover { border-color: var(--soft); }
input:not([type="checkbox"]):focus-visible, select:focus-visible { outline: 3px solid var(--accent); outline-offset: 0; border-color: transparent; }
.row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; }
.row:not(:has(> :not([hidden]))) { display: none; }
.choice { display: flex; align-items: center; gap: 10px; min-height: 28px; font-size: 15px; font-weight: 400; cursor: pointer; }
.choice input { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
button, a.button { width: 100%; }
a.button {
  min-height: 46px; padding: 10px 18px; border: 1px solid var(--edge); border-radius: 10px;
  color: var(--text); font-weight: 600; text-decoration: none;
}
a.button:hover { background: var(--page); }
a.button, .passkey, button.primary { display: flex; align-items: center; justify-content: center; gap: 10px; text-align: center; }
a.button svg, .passkey svg { flex: none; color: var(--soft); }
a.button img { flex: none; object-fit: contain; }
.others > * { padding-inline: 12px; }
.others > .or { padding: 0; }
.others { display: grid; gap: 12px; margin-top: 20px; }
.or { display: flex; align-items: center; gap: 14px; color: var(--soft); font-size: 14px; }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
.aside { margin-top: 18px; text-align: center; color: var(--soft); font-size: 15px; }
.links { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 6px 20px; margin-top: 18px; }
.links:not(:has(> :not([hidden]) ~ :not([hidden]))) { justify-content: center; }
#login-empty { margin-top: 0; padding: 16px 18px; }
.choice + .others { margin-top: 18px; }
#waiting-hint:empty { display: none; }
#waiting-cancel, #recovery-continue { margin-top: 20px; }
a.link { display: inline-block; text-decoration: none; }
#login-view[data-busy] a { pointer-events: none; opacity: .55; }
:disabled { cursor: default; }
button:disabled, #login-view[data-busy] .or { opacity: .55; }
input:disabled, select:disabled { opacity: .7; }
button[data-busy]:disabled { opacity: 1; }
button[data-busy]::before {
  content: ""; flex: none; width: 17px; height: 17px; border: 2px solid; border-right-color: transparent; border-radius: 50%;
  animation: turn .9s linear infinite;
}
button[data-busy] svg { display: none; }
@keyframes turn { to { transform: rotate(1turn); } }
.qr { width: 190px; max-width: 100%; margin-inline: auto; border-radius: 10px; overflow: hidden; background: #fff; }
.qr svg { display: block; width: 100%; height: auto; }
#setup-app { display: grid; gap: 16px; }
#setup-secret { overflow-wrap: anywhere; }
.codes { display: grid; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); gap: 2px 16px; margin: 14px 0 18px; padding: 0; list-style: none; }
.codes li:last-child { border-bottom: 1px solid var(--line); }
#login-theme { display: flex; align-items: center; justify-content: center; gap: 8px; font-weight: 400; font-size: 13px; }
#theme { width: auto; min-height: 30px; padding: 3px 8px; border-color: transparent; border-radius: 8px; background: transparent; color: inherit; font-size: 13px; }
#theme:hover { border-color: var(--edge); }
#theme option { background: var(--card); color: var(--text); }
${RULES_STYLE}
@media (prefers-reduced-motion: reduce) { button[data-busy]::before { animation-duration: 4s; } }
@media (forced-colors: active) { a.button, .show { border: 1px solid; } }
`;
