/** An entry of the audit log as a message of syslog (RFC 5424): the entry itself is the text, as JSON. */
import { typeOf } from "../audit/event.ts";
import type { AuditRow } from "../store/audit-chain.ts";

/** `log audit` (RFC 5424 §6.2.1). */
const FACILITY = 13;
const SEVERITY: Readonly<Record<string, number>> = { failed: 3, refused: 4 };
const INFORMATIONAL = 6;
const NONE = "-";

/** Printable ASCII without spaces, as header fields are. */
const field = (text: string, most: number): string =>
  text.replace(/[^!-~]/g, "").slice(0, most) || NONE;

/** @param text the entry as one line of JSON */
export function syslogMessage(row: AuditRow, text: string, host: string): string {
  const priority = FACILITY * 8 + (SEVERITY[row.outcome] ?? INFORMATIONAL);
  const header = [
    `<${priority}>1`,
    row.at.toISOString(),
    field(host, 255),
    "postern",
    field(row.instance, 128),
    field(typeOf(row), 32),
    NONE,
  ];
  return `${header.join(" ")} ${text}`;
}
