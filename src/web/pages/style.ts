/** The one stylesheet of our pages: system font, light and dark, from phone to desktop. */

/** The dark colours; `data-theme` on the root wins over what the system says. */
const DARK = `
    --page: #0f1116; --card: #191c23; --line: #2e333e; --edge: #6f7786; --text: #eceef2; --soft: #a2a9b6;
    --accent: #8f9dff; --accent-strong: #aab5ff; --on-accent: #10131f; --tint: #232840;
    --warn: #33290f; --warn-line: #8a6d1d; --warn-text: #f7dd94; --shadow: none;
    --bad: #3a1d20; --bad-line: #8a4248; --bad-text: #ffc2c2; --good: #15301f; --good-line: #386b4b; --good-text: #a9e8bf;
`;

export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f3f4f7; --card: #fff; --line: #e1e4ea; --edge: #868e9c; --text: #1a1d24; --soft: #5a6270;
  --accent: #3046c9; --accent-strong: #2437a8; --on-accent: #fff; --tint: #eef0fd;
  --warn: #fff6e0; --warn-line: #e8b93c; --warn-text: #5c4300; --shadow: 0 1px 2px #10182814, 0 12px 32px #1018281a;
  --bad: #fdeeee; --bad-line: #e3a5a5; --bad-text: #8f1d1d; --good: #e9f7ee; --good-line: #94cfa8; --good-text: #12542b;
}
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${DARK} } }
:root[data-theme="dark"] { color-scheme: dark; ${DARK} }
:root[data-theme="light"] { color-scheme: light; }
* { box-sizing: border-box; margin: 0; }
html { -webkit-text-size-adjust: 100%; }
body {
  min-height: 100vh; min-height: 100dvh; padding: 24px 16px; display: flex; flex-direction: column;
  align-items: center; justify-content: center; gap: 20px;
  background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
}
header, main, footer { width: 100%; max-width: 448px; }
header { display: flex; align-items: center; justify-content: center; gap: 8px; color: var(--soft); font-size: 14px; font-weight: 500; }
header svg, header img { flex: none; color: var(--accent); }
header img { max-width: 160px; object-fit: contain; }
header strong { color: var(--text); font-weight: 600; }
footer a { display: inline-block; padding: 4px 8px; }
header span, .who bdi { overflow-wrap: anywhere; }
main {
  padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 16px;
  box-shadow: var(--shadow); overflow-wrap: anywhere;
}
footer { text-align: center; color: var(--soft); font-size: 13px; }
h1 { font-size: 22px; line-height: 1.3; font-weight: 650; letter-spacing: -.01em; text-wrap: balance; hyphens: auto; }
h2 { margin: 20px 0 2px; font-size: 14px; font-weight: 600; color: var(--soft); }
p + p { margin-top: 8px; }
.mark {
  display: flex; align-items: center; justify-content: center; width: 48px; height: 48px; margin-bottom: 16px;
  border-radius: 14px; background: var(--tint); color: var(--accent); font-size: 23px; font-weight: 650;
}
.soft { color: var(--soft); font-size: 15px; }
.lead { margin-top: 8px; }
.after-switch { margin-top: 14px; }
.who {
  display: inline-flex; align-items: center; gap: 8px; max-width: 100%; margin-top: 14px; padding: 5px 14px 5px 10px;
  border: 1px solid var(--line); border-radius: 20px; font-size: 14px; color: var(--soft);
}
.who svg { flex: none; }
.who strong { color: var(--text); font-weight: 600; }
ul { padding: 0; list-style: none; }
li { display: flex; gap: 12px; padding: 9px 0; border-bottom: 1px solid var(--line); }
li:last-child { border-bottom: 0; }
li svg { flex: none; margin-top: 3px; color: var(--accent); }
li small { display: block; color: var(--soft); font-size: 13px; }
.scope { display: flex; flex: 1; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 12px; }
.scope small { color: var(--soft); }
.scope > code { line-height: 24px; }
code { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
.note, .warning { margin-top: 16px; padding: 12px 14px; border-radius: 10px; font-size: 14px; }
.message:not(:empty) { margin-top: 20px; padding: 11px 14px; border: 1px solid; border-radius: 10px; font-size: 15px; }
.message a { color: inherit; font-weight: 600; }
.error { background: var(--bad); border-color: var(--bad-line) !important; color: var(--bad-text); }
.success { background: var(--good); border-color: var(--good-line) !important; color: var(--good-text); }
.with-button { position: relative; }
.with-button:has(.show:not([hidden])) input { padding-right: 52px; }
input::-ms-reveal { display: none; }
.show {
  position: absolute; inset: 1px 1px 1px auto; display: grid; place-items: center; width: 46px; min-height: 0; padding: 0;
  border: 0; border-radius: 9px; color: var(--soft);
}
.show:hover { background: none; color: var(--text); }
.show[aria-pressed="false"] .slash { display: none; }
[hidden] { display: none !important; }
button.link, a.link {
  flex: none; width: auto; max-width: 100%; min-height: 28px; padding: 2px 0; border: 0; border-radius: 4px;
  color: var(--accent); font-size: 15px; font-weight: 500; text-align: start;
}
button.link:hover, a.link:hover { background: none; text-decoration: underline; text-underline-offset: 3px; }
.note { background: var(--tint); }
.warning { background: var(--warn); border: 1px solid var(--warn-line); color: var(--warn-text); }
.remember { display: flex; gap: 12px; align-items: flex-start; margin-top: 20px; cursor: pointer; }
.remember input { flex: none; width: 18px; height: 18px; margin: 3px 0 0; accent-color: var(--accent); }
.remember small { display: block; color: var(--soft); font-size: 13px; }
.actions { display: flex; gap: 12px; margin-top: 24px; }
button {
  flex: 1 1 0; min-height: 46px; padding: 10px 18px; border: 1px solid var(--edge); border-radius: 10px;
  background: transparent; color: var(--text); font: inherit; font-weight: 600; cursor: pointer;
}
button:hover { background: var(--page); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.primary:hover { background: var(--accent-strong); border-color: var(--accent-strong); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.reason { margin-top: 20px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; }
@media (max-width: 480px) {
  body { justify-content: flex-start; padding: 16px 12px; gap: 16px; }
  main { padding: 24px 20px; }
  h1 { font-size: 20px; }
  .actions { flex-direction: column-reverse; }
  button:not(.link, .show) { flex: none; width: 100%; }
}
@media (forced-colors: active) {
  button, .mark, .note { border: 1px solid; }
  button.link { color: LinkText; text-decoration: underline; text-underline-offset: 3px; }
}
`;
