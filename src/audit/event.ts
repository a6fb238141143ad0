/** An entry of the audit log as programs get it: from the feed, over a stream, and by webhooks. */
import type { Service } from "../call.ts";
import type { AuditRow } from "../store/audit-chain.ts";
import type { AuditFacts } from "../store/audit-table.ts";
import type { AuditAction } from "./actions.ts";
import { EVENT_TYPE_OF, type EventType } from "./event-types.ts";
import { changesOf } from "./read.ts";

export interface Named {
  readonly kind: string;
  readonly id?: string;
  readonly name: string;
}

export interface EventData {
  readonly outcome: string;
  readonly reason?: string;
  readonly count: number;
  readonly principal?: Named;
  readonly behalf?: { readonly id: string; readonly name: string };
  readonly target?: Named;
  readonly client_id?: string;
  readonly network?: string;
  readonly agent?: string;
  readonly request_id?: string;
  readonly facts: AuditFacts;
  /** Names of the members that changed; who wants their values reads the record. */
  readonly changed?: readonly string[];
}

/** In the form of Standard Webhooks (`type`, `timestamp`, `data`), with its number. */
export interface FeedEvent {
  readonly id: number;
  readonly type: EventType;
  readonly timestamp: string;
  readonly data: EventData;
}

export const namedOf = (kind: string, id: string, name: string): Named | undefined =>
  kind === "" ? undefined : { kind, ...(id !== "" && { id }), name };

export const typeOf = ({ action }: Pick<AuditRow, "action">): EventType =>
  EVENT_TYPE_OF[action as AuditAction];

/** Values of members stay here: they are read with the rights that the record asks for. */
export async function eventOf(service: Service, row: AuditRow): Promise<FeedEvent> {
  const { seq, at, outcome, reason, count, facts } = row;
  const { client_id, network, agent, request_id } = row;
  const principal = namedOf(row.principal_kind, row.principal_id, row.principal);
  const target = namedOf(row.target_kind, row.target_id, row.target);
  const changed = (await changesOf(service, row))?.map(({ member }) => member) ?? [];
  return {
    id: seq,
    type: typeOf(row),
    timestamp: at.toISOString(),
    data: {
      outcome,
      ...(reason !== "" && { reason }),
      count,
      ...(principal && { principal }),
      ...(row.behalf_id !== "" && { behalf: { id: row.behalf_id, name: row.behalf } }),
      ...(target && { target }),
      ...(client_id !== "" && { client_id }),
      ...(network !== "" && { network }),
      ...(agent !== "" && { agent }),
      ...(request_id !== "" && { request_id }),
      facts,
      ...(changed.length > 0 && { changed }),
    },
  };
}
