/** The report of a test of a SAML provider, for the administrator who signed in for it. */
import { html } from "hono/html";
import type { Check } from "../../federation/saml/examine.ts";
import type { SamlReport } from "../../federation/saml/test-provider.ts";
import type { SamlTexts } from "../../messages/message.ts";
import { fill } from "../../std/texts/fill.ts";
import { isolated, layout, type Page, type PageContext } from "../../web/pages/layout.ts";
import { samlCheckText, samlFaultText, samlReportText } from "../../web/texts/catalogues.ts";
import type { Spoken } from "../../web/texts/language.ts";

/** A value is shown whole up to here. */
const MAX_TEXT_LENGTH = 300;
/** Rows of attributes that are shown. */
const MAX_VALUES = 100;

function nameOf(context: Spoken, check: string): string {
  const texts = samlCheckText(context);
  return texts[check as keyof typeof texts] ?? check;
}

/** What is wrong, in the language of the page; what is fine without a word has one of ours. */
function detailOf(context: Spoken, { ok, detail, message }: Check): string {
  const known = samlFaultText(context)[message?.id as keyof SamlTexts];
  if (message && known) return fill(known, message.values ?? {});
  return detail || (ok ? samlReportText(context).ok : "–");
}

const row = (name: string, value: string) =>
  html`<li><span class="scope"><span>${isolated(name, MAX_TEXT_LENGTH)}</span><small>${isolated(value, MAX_TEXT_LENGTH)}</small></span></li>`;

function personRows(context: Spoken, report: SamlReport) {
  const { name_id, name_id_format = "", alias, attributes = [], roles = [] } = report;
  if (name_id === undefined) return "";
  return html`<h2>${samlReportText(context).person}</h2>
<ul id="saml-report-person">
${row(samlReportText(context).alias, alias ?? samlReportText(context).none)}
${row(samlReportText(context).roles, roles.join(", ") || samlReportText(context).none)}
${row(samlReportText(context).nameId, name_id)}
${row(samlReportText(context).nameIdFormat, name_id_format)}
${attributes.slice(0, MAX_VALUES).map(({ name, values }) => row(name, values.join(", ") || samlReportText(context).none))}
</ul>`;
}

export function samlReportPage(context: PageContext, report: SamlReport): Page {
  const title = fill(
    report.passed ? samlReportText(context).passed : samlReportText(context).failed,
    {
      provider: report.provider,
    },
  );
  return layout(
    context,
    "saml-report-page",
    title,
    html`<div class="mark" aria-hidden="true">${report.passed ? "✓" : "!"}</div>
<h1 id="saml-report-title">${isolated(title, MAX_TEXT_LENGTH)}</h1>
<p class="soft lead">${samlReportText(context).text}</p>
<h2>${samlReportText(context).checks}</h2>
<ul id="saml-report-checks">
${report.checks.map((each) => row(nameOf(context, each.check), detailOf(context, each)))}
</ul>
${personRows(context, report)}`,
  );
}
