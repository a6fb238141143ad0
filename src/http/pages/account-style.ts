/** What the account page has beyond the one stylesheet: several cards, a form, chips. */
export const ACCOUNT_STYLE = `
#account-page { justify-content: flex-start; padding-top: 32px; }
#account-page header, #account-page footer { max-width: 912px; }
#account-page header { justify-content: flex-start; }
#account-page main {
  max-width: 912px; padding: 0; background: none; border: 0; border-radius: 0; box-shadow: none;
  display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 20px; align-items: start;
}
.card {
  min-width: 0; padding: 24px 28px; background: var(--card); border: 1px solid var(--line); border-radius: 16px;
  box-shadow: var(--shadow);
}
.column { display: grid; gap: 20px; min-width: 0; }
.wide { grid-column: 1 / -1; }
.card h2 { margin: 0 0 10px; font-size: 16px; color: var(--text); }
.card h3 { margin: 16px 0 6px; font-size: 14px; font-weight: 600; color: var(--soft); }
.card h2 + h3, .card h2 + p + h3 { margin-top: 0; }
.card form + h3 { margin-top: 28px; }
.hello { display: flex; align-items: center; gap: 18px; }
.hello .mark { flex: none; margin: 0; width: 56px; height: 56px; font-size: 26px; border-radius: 16px; }
.hello img { flex: none; border-radius: 16px; object-fit: cover; }
.hello div:nth-child(2) { flex: 1 1 0; min-width: 0; }
.hello form { flex: none; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 8px 20px; font-size: 15px; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
dd bdi { display: block; }
.state { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; font-size: 15px; }
.state strong { font-weight: 500; color: var(--soft); }
.state .on { color: var(--accent); }
.chips { display: flex; flex-wrap: wrap; gap: 6px; }
.chips li {
  display: block; max-width: 100%; padding: 3px 11px; border: 1px solid var(--line); border-radius: 14px;
  background: var(--page); font-size: 14px;
}
.field { margin-top: 14px; font-size: 14px; }
.field label { font-weight: 500; }
.field input {
  display: block; width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--edge);
  border-radius: 10px; background: var(--page); color: var(--text); font: inherit; font-size: 16px;
}
.field select {
  display: block; width: 100%; min-height: 44px; margin-top: 4px; padding: 8px 12px; border: 1px solid var(--edge);
  border-radius: 10px; background: var(--page); color: var(--text); font: inherit; font-size: 16px;
}
.entry { align-items: center; justify-content: space-between; }
.entry > div { min-width: 0; }
.entry strong { font-size: 15px; font-weight: 600; overflow-wrap: anywhere; }
.card form h3:first-of-type { margin: 20px 0 0; color: var(--text); }
.here { color: var(--accent); font-size: 13px; font-style: normal; white-space: nowrap; }
.entry form { flex: none; }
.card button.small { flex: none; width: auto; min-height: 36px; padding: 5px 14px; font-size: 14px; }
.shown {
  margin: 14px 0; padding: 14px 16px; border: 1px solid var(--good-line); border-radius: 10px;
  background: var(--good); color: var(--good-text); font-size: 14px;
}
.shown h3 { margin: 0 0 4px; color: inherit; }
.shown output { display: block; margin-top: 8px; overflow-wrap: anywhere; user-select: all; }
.with-button { margin-top: 4px; }
.field small { display: block; margin-top: 4px; color: var(--soft); font-size: 13px; font-weight: 400; }
#account-page .message { margin: 0 0 4px; }
#account-page .actions { margin-top: 18px; }
.passkeys { margin-top: 12px; }
#account-passkey-add button { display: flex; align-items: center; justify-content: center; gap: 8px; }
#account-passkey-add label .soft { font-size: inherit; font-weight: 400; }
.passkey { display: block; padding: 10px 0; border-top: 1px solid var(--line); font-size: 15px; }
.passkey .what { display: flex; flex-direction: column; min-width: 0; overflow-wrap: anywhere; }
.passkey small { color: var(--soft); font-size: 13px; }
.passkey summary { width: max-content; margin-top: 4px; color: var(--accent); font-size: 14px; cursor: pointer; }
.passkey details[open] { padding-bottom: 6px; }
.passkey .actions { margin-top: 10px; }
.field > input { margin-top: 4px; }
#account-page .message + h3 { margin-top: 14px; }
.choices { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 18px; }
.choices form { flex: 1 1 160px; }
.choices button { width: 100%; }
.rules { margin-top: 6px; }
.field + .soft { margin-top: 12px; }
@media (scripting: enabled) { .by-script[hidden] { display: block !important; } }
.qr { width: 212px; max-width: 100%; margin: 12px 0; border-radius: 10px; overflow: hidden; }
.qr svg { display: block; width: 100%; height: auto; }
.codes { display: grid; grid-template-columns: repeat(auto-fill, minmax(170px, 1fr)); gap: 0 20px; margin: 6px 0 10px; }
.codes li { font-size: 16px; }
.card a { color: var(--accent); text-underline-offset: 3px; }
.card a:hover { color: var(--accent-strong); }
.card a.button {
  display: block; margin-top: 24px; min-height: 46px; padding: 10px 18px; border-radius: 10px; text-align: center;
  background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none;
}
.card a.button:hover { background: var(--accent-strong); }
@media (max-width: 760px) {
  #account-page { padding-top: 16px; }
  #account-page main { grid-template-columns: minmax(0, 1fr); gap: 14px; }
  .column { display: contents; }
  #account-administration { order: 1; }
  .card { padding: 20px; }
}
@media (max-width: 480px) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dt { font-size: 13px; }
  dd + dt { margin-top: 10px; }
  .hello { flex-wrap: wrap; gap: 14px; }
  .hello form { flex: 1 0 100%; }
}
@media (forced-colors: active) { .chips li, .card a.button { border: 1px solid; } }
`;
