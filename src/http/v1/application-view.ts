/** How a connected application is shown: to its user and to administrators (Z-12). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import {
  type ConnectedApplication,
  connectedApplications,
} from "../../oauth2/consents/connected.ts";
import type { Reply } from "../../web/reply.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";

const applicationView = z
  .object({
    client_id: z.string(),
    name: z.string().meta({ description: "What it calls itself; its ID without a name" }),
    host: z.string().optional().meta({
      description: "Of a client that is described by a document: the host of the document",
    }),
    scope: z.array(z.string()).meta({ description: "What the user has allowed" }),
    resources: z.array(z.string()),
    created_at: z.string().meta({ description: "When it was allowed first" }),
    updated_at: z.string().meta({ description: "When something was allowed last" }),
  })
  .meta({ id: "ConnectedApplication" });

const APPLICATION = {
  client_id: "notes",
  name: "Notes",
  scope: ["openid", "email"],
  resources: [],
  created_at: "2030-05-02T10:00:00.000Z",
  updated_at: "2030-05-02T10:00:00.000Z",
};

/** Of both lists. */
export const LISTED =
  "Those that remember it (`consent: remember`), the one that was allowed last first. Other applications ask at every sign-in, or never.";

export const listedAnswer = {
  ...payloadAnswer(z.array(applicationView)),
  example: { payload: [APPLICATION], meta: { total_item_count: 1 } },
};

/** The answer to both. */
export async function listApplications(call: Call, user: string): Promise<Reply> {
  const applications = (await connectedApplications(call, user)).map(viewOf);
  return payload(applications, { total_item_count: applications.length });
}

const viewOf = ({ created_at, updated_at, host, ...shown }: ConnectedApplication) => ({
  ...shown,
  ...(host !== undefined && { host }),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** Ids of clients can be addresses, which no segment of a path holds. */
export const clientQuery = z.object({
  client_id: z.string().max(2_048).meta({ description: "Of the application" }),
});
