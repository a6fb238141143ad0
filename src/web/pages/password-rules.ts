/** What a new password has to be, below its field: said before, and ticked while it is typed where there is script. */
import { html } from "hono/html";
import type { WeakKind } from "../../std/password-rules.ts";
import { fill } from "../../std/texts/fill.ts";
import { loginText } from "../texts/catalogues.ts";
import type { Spoken } from "../texts/language.ts";
import type { Markup } from "./layout.ts";

export const RULES_STYLE = `
.rules { display: grid; gap: 1px; margin-top: 2px; }
.rules li { gap: 6px; padding: 0; border: 0; color: var(--soft); font-size: 13px; }
.rules li::before { content: "•"; flex: none; width: 14px; text-align: center; }
.rules [data-kept="true"] { color: var(--good-text); }
.rules [data-kept="true"]::before { content: "✓"; }
.rules [data-kept="false"] { color: var(--bad-text); }
.rules [data-kept="false"]::before { content: "✗"; }
.told { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;

export interface PasswordRules {
  /** Least length in characters. */
  readonly least: number;
  readonly refuses: readonly WeakKind[];
  /** Words that the page knows of the person and the service. */
  readonly words: readonly string[];
  /** The page knows all of them, with what its form holds. */
  readonly knowsAll?: boolean;
  /** The script that ticks them, where the page does not have it anyway. */
  readonly script?: string;
}

const REFUSED = { words: "ruleWords", common: "ruleCommon", breached: "ruleBreached" } as const;

/**
 * The list has the id `<field>-hint`, which the field names in `aria-describedby`.
 * @param field id of the field
 */
export function passwordRules(context: Spoken, field: string, rules: PasswordRules): Markup {
  const texts = loginText(context);
  const { least, refuses, words, knowsAll = false, script } = rules;
  return html`<ul id="${field}-hint" class="rules" data-rules="${field}" data-least="${least}" data-words="${JSON.stringify(words)}"
 data-missing="${texts.rulesMissing}" data-done="${texts.rulesKept}"${knowsAll && " data-knows-all"}${script && html` data-script="${script}"`}>
<li data-rule="length"><span data-text="passwordHint" data-value="${least}">${fill(texts.passwordHint, { count: least })}</span></li>
<li data-rule="most" hidden><span>${texts.ruleMost}</span></li>
${refuses.map((kind) => html`<li data-rule="${kind}"><span>${texts[REFUSED[kind]]}</span></li>`)}
</ul><p class="told" role="status"></p>`;
}
