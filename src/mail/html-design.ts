/**
 * The design of every mail, as the HTML that mail programs of the last twenty years understand: tables, styles
 * on the elements, one column of 560 pixels, no picture, nothing that is loaded. Where styles of a head are
 * read, dark colours follow the system. Everything that comes from outside is escaped here (M-2).
 */
import { escapeHtml } from "#go-template";
import type { MailContent } from "./content.ts";
import type { Palette } from "./palette.ts";

const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif";
const MONO = "ui-monospace,'SF Mono',Menlo,Consolas,'Liberation Mono',monospace";

/** The colours of our pages. */
const dark = ({ darkAccent, darkOnAccent, darkTint }: Palette) => `
@media (prefers-color-scheme: dark) {
  .page { background-color: #0f1116 !important; }
  .card { background-color: #191c23 !important; border-color: #2e333e !important; }
  .text { color: #eceef2 !important; }
  .soft { color: #a2a9b6 !important; }
  .link { color: ${darkAccent} !important; }
  .button { background-color: ${darkAccent} !important; }
  .button a { color: ${darkOnAccent} !important; }
  .code { background-color: ${darkTint} !important; color: #eceef2 !important; }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }`;

const soft = (text: string, space = "16px") =>
  `<p class="soft" style="margin:${space} 0 0;font-size:14px;line-height:1.5;color:#5a6270">${text}</p>`;

const normal = (text: string, space = "12px") =>
  `<p class="text" style="margin:${space} 0 0;font-size:16px;line-height:1.5;color:#1a1d24">${text}</p>`;

function button(
  { label, link }: NonNullable<MailContent["button"]>,
  { accent, onAccent }: Palette,
): string {
  const target = escapeHtml(link);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr><td class="button" bgcolor="${accent}" style="background-color:${accent};border-radius:10px"><a href="${target}" style="display:inline-block;padding:13px 28px;font-size:16px;font-weight:600;line-height:1.25;color:${onAccent};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

/** Under everything else, since it is long and few need it. */
const bareLink = (hint: string, link: string, { accent }: Palette) =>
  soft(
    `${escapeHtml(hint)}<br><a class="link" href="${escapeHtml(link)}" style="color:${accent};word-break:break-all">${escapeHtml(link)}</a>`,
  );

const code = (
  { label, code }: NonNullable<MailContent["code"]>,
  { tint }: Palette,
  /** Above its label: a button needs more of it. */
  space: string,
) =>
  `${normal(escapeHtml(label), space)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:12px 0 0"><tr><td class="code" align="center" bgcolor="${tint}" style="background-color:${tint};border-radius:10px;padding:16px;font-family:${MONO};font-size:${code.length > 16 ? "15px" : "26px"};font-weight:600;letter-spacing:${code.length > 16 ? "0" : "3px"};line-height:1.3;color:#1a1d24;word-break:break-all">${escapeHtml(code)}</td></tr></table>`;

/** A line each, below the text. */
const factLines = (facts: MailContent["facts"]): string =>
  facts.length === 0
    ? ""
    : normal(
        facts
          .map(
            ({ label, value }) =>
              `${escapeHtml(label)} <span style="font-weight:600">${escapeHtml(value)}</span>`,
          )
          .join("<br>"),
      );

const supportLink = (
  { label, link }: NonNullable<MailContent["support"]>,
  { accent }: Palette,
): string =>
  `<br><a class="link" href="${escapeHtml(link)}" style="color:${accent}">${escapeHtml(label)}</a>`;

/** The default mail as `text/html`. */
export function htmlMail(content: MailContent, palette: Palette): string {
  const { language, linkHint, heading, title, text, facts, expires, unasked } = content;
  const { footer, support } = content;
  const body = [
    `<h1 class="text" style="margin:0;font-size:22px;line-height:1.3;font-weight:600;color:#1a1d24">${escapeHtml(title)}</h1>`,
    normal(escapeHtml(text)),
    factLines(facts),
    content.button ? button(content.button, palette) : "",
    content.code ? code(content.code, palette, content.button ? "24px" : "12px") : "",
    expires ? soft(escapeHtml(expires), "20px") : "",
    unasked ? soft(escapeHtml(unasked)) : "",
    content.button ? bareLink(linkHint, content.button.link, palette) : "",
  ];
  return page({
    language,
    heading,
    title,
    preview: text,
    footer,
    support,
    palette,
    body: body.filter(Boolean).join("\n"),
  });
}

/** A mail of an own template: its text as it is, in the same design; the link it holds can be opened. */
export function htmlOfText(
  text: string,
  subject: string,
  link: string,
  { language, heading, footer, support }: MailContent,
  palette: Palette,
): string {
  const { accent } = palette;
  const escaped = escapeHtml(text.trim());
  const target = escapeHtml(link);
  const anchor = `<a class="link" href="${target}" style="color:${accent};word-break:break-all">${target}</a>`;
  const linked = link === "" ? escaped : escaped.split(target).join(anchor);
  const body = `<div class="text" style="font-size:16px;line-height:1.5;color:#1a1d24">${linked.replace(/\r\n|\r|\n/g, "<br>\n")}</div>`;
  return page({ language, heading, title: subject, preview: "", footer, support, palette, body });
}

interface Parts {
  readonly language: string;
  readonly heading: string;
  readonly title: string;
  /** What a list of mails shows behind the subject. */
  readonly preview: string;
  readonly footer: string;
  readonly support: MailContent["support"];
  readonly palette: Palette;
  /** HTML. */
  readonly body: string;
}

const page = ({
  language,
  heading,
  title,
  preview,
  footer,
  support,
  palette,
  body,
}: Parts): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${dark(palette)}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f3f4f7;font-family:${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table class="page" role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" bgcolor="#f3f4f7" style="background-color:#f3f4f7"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="max-width:560px"><tr><td>
<p class="soft" style="margin:0 0 16px;text-align:center;font-size:14px;font-weight:500;color:#5a6270">${escapeHtml(heading)}</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td class="card" bgcolor="#ffffff" style="background-color:#ffffff;border:1px solid #e1e4ea;border-radius:16px;padding:32px;font-family:${FONT}">
${body}
</td></tr></table>
<p class="soft" style="margin:16px 0 0;text-align:center;font-size:13px;line-height:1.5;color:#5a6270">${escapeHtml(footer)}${support ? supportLink(support, palette) : ""}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
