/** The report of a test of a SAML provider, for the administrator who signed in for it. */
import { html } from "hono/html";
import type { SamlReport } from "../../federation/saml/test-provider.ts";
import { isolated, layout, type Page, type PagePlace } from "../../web/pages/layout.ts";
import { fill } from "../../web/texts/fill.ts";
import { SAML_REPORT as TEXT } from "../../web/texts/saml-report.ts";

/** A value is shown whole up to here. */
const LONGEST = 300;
/** Rows of attributes that are shown. */
const MOST = 100;

const nameOf = (check: string): string =>
  check === "alias" ? TEXT.alias_check : (TEXT[check as keyof typeof TEXT] ?? check);

const row = (name: string, value: string) =>
  html`<li><span class="scope"><span>${isolated(name, LONGEST)}</span><small>${isolated(value, LONGEST)}</small></span></li>`;

function personRows(report: SamlReport) {
  const { name_id, name_id_format = "", alias, attributes = [], roles = [] } = report;
  if (name_id === undefined) return "";
  return html`<h2>${TEXT.person}</h2>
<ul id="saml-report-person">
${row(TEXT.alias, alias ?? TEXT.none)}
${row(TEXT.roles, roles.join(", ") || TEXT.none)}
${row(TEXT.nameId, name_id)}
${row(TEXT.nameIdFormat, name_id_format)}
${attributes.slice(0, MOST).map(({ name, values }) => row(name, values.join(", ") || TEXT.none))}
</ul>`;
}

export function samlReportPage(place: PagePlace, report: SamlReport): Page {
  const title = fill(report.passed ? TEXT.passed : TEXT.failed, { provider: report.provider });
  return layout(
    place,
    "saml-report-page",
    title,
    html`<div class="mark" aria-hidden="true">${report.passed ? "✓" : "!"}</div>
<h1 id="saml-report-title">${isolated(title, LONGEST)}</h1>
<p class="soft lead">${TEXT.text}</p>
<h2>${TEXT.checks}</h2>
<ul id="saml-report-checks">
${report.checks.map(({ check, ok, detail }) => row(nameOf(check), detail || (ok ? TEXT.ok : "–")))}
</ul>
${personRows(report)}`,
  );
}
