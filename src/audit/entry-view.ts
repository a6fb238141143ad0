/** One entry of the audit log with all that it tells, as the API shows it and streams write it. */
import type { Service } from "../call.ts";
import type { AuditRow } from "../store/audit-chain.ts";
import { type Named, namedOf } from "./event.ts";
import { changesOf } from "./read.ts";

const filled = (members: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ""));

/** With what it changed, opened. */
export async function entryView(service: Service, row: AuditRow) {
  const { seq, at, action, outcome, reason, count, instance, facts } = row;
  const { client_id, network, agent, request_id } = row;
  const changes = await changesOf(service, row);
  const principal: Named | undefined = namedOf(row.principal_kind, row.principal_id, row.principal);
  const target: Named | undefined = namedOf(row.target_kind, row.target_id, row.target);
  return {
    ...{ id: seq, at: at.toISOString(), action, outcome },
    ...filled({ reason }),
    count,
    ...(principal && { principal }),
    ...(row.behalf_id !== "" && { behalf: { id: row.behalf_id, name: row.behalf } }),
    ...(target && { target }),
    ...filled({ client_id, network, agent, request_id }),
    instance,
    facts,
    ...(changes && changes.length > 0 && { changes: [...changes] }),
  };
}
