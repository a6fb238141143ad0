/** The default mail as `text/plain`: lines of at most 72 characters, but for links and codes. */
import type { MailContent } from "./content.ts";

const LINE_WIDTH = 72;

export function plainText(content: MailContent): string {
  const { linkLine, title, text, facts, button, code, expires, unasked, footer, support } = content;
  const blocks = [
    wrapped(title),
    wrapped(text),
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label} ${value}`).join("\n")] : []),
    ...(button ? [`${linkLine}\n${button.link}`] : []),
    ...(code ? [`${wrapped(code.label)}\n\n    ${code.code}`] : []),
    ...(expires ? [wrapped(expires)] : []),
    ...(unasked ? [wrapped(unasked)] : []),
    `-- \n${wrapped(footer)}${support ? `\n${support.line}` : ""}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function wrapped(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length >= LINE_WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
