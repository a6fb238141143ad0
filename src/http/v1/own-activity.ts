/** {prefix}/v1/me/activity: what happened with the caller's own account, for the account page. */
import { z } from "zod";
import { OWN_ACTIONS } from "../../audit/actions.ts";
import { ownActivity } from "../../audit/read.ts";
import type { Call } from "../../call.ts";
import { requireOwner } from "../../iam/owner.ts";
import { browserName } from "../../std/browser-name.ts";
import type { AuditRow } from "../../store/audit-chain.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { badQuery, noCaller, refusedCaller, unavailable } from "../endpoint/failures.ts";
import { entryNumber, pageSize } from "./audit.ts";

const activity = z
  .object({
    id: z.number().int(),
    at: z.string(),
    action: z.enum(OWN_ACTIONS as [string, ...string[]]),
    outcome: z.enum(["done", "refused", "failed"]),
    reason: z.string().optional().meta({ description: "Code of a refusal" }),
    count: z.number().int().meta({ description: "So many of the same within a minute" }),
    by: z.enum(["you", "other"]).meta({
      description: "`other`: an administrator, a program, or one who did not prove to be you",
    }),
    application: z.string().optional().meta({ description: "Name of the client" }),
    browser: z.string().optional(),
    network: z.string().optional().meta({ description: "Of what you did yourself" }),
  })
  .meta({ id: "OwnActivity" });

/** Nothing of others is told: neither who they are nor where. */
function viewOf({ snapshot }: Call, user: string, row: AuditRow): z.output<typeof activity> {
  const { seq, at, action, outcome, reason, count, client_id, agent, network } = row;
  const own = row.principal_id === user && outcome === "done";
  const name = snapshot.oauth_clients.get(client_id)?.config?.client_name || client_id;
  const browser = own && agent !== "" ? browserName(agent) : "";
  return {
    ...{ id: seq, at: at.toISOString(), action, count, by: own ? "you" : "other" },
    outcome: outcome as "done" | "refused" | "failed",
    ...(reason !== "" && { reason }),
    ...(name !== "" && { application: name }),
    ...(browser !== "" && { browser }),
    ...(own && network !== "" && { network }),
  };
}

const PER_PAGE = 20;

export const ownActivityEndpoint = endpoint(
  {
    plane: "caller",
    family: "service",
    tag: "Own account",
    method: "get",
    path: "/v1/me/activity",
    query: z.object({
      before: entryNumber.meta({ description: "Entries before this one: `meta.next` of a page" }),
      limit: pageSize(100),
    }),
    summary: "List what happened with the caller's own account",
    description:
      "Sign-ins, those that were refused, consents, and changes of what keeps the account the caller's; the newest first. Not with an API key.",
    answers: {
      200: {
        ...payloadAnswer(z.array(activity)),
        example: {
          payload: [
            {
              id: 4_210,
              at: "2030-05-02T10:00:00.120Z",
              action: "sign_in",
              outcome: "done",
              count: 1,
              by: "you",
              application: "Web app",
              browser: "Firefox on Windows",
              network: "203.0.113.7",
            },
          ],
          meta: { next: 4_210 },
        },
      },
      ...badQuery,
      ...noCaller,
      ...refusedCaller,
      ...unavailable,
    },
  },
  async ({ call, caller, query: { before, limit = PER_PAGE } }) => {
    const { id } = requireOwner(call.snapshot, caller);
    const { rows, next } = await ownActivity(call.service, id, before, limit);
    const entries = rows.map((row) => viewOf(call, id, row));
    return payload(entries, next === undefined ? {} : { next });
  },
);
