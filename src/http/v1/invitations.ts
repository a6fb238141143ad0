/** {prefix}/v1/invitations: people are invited by mail, and what became of it (ADR 0086). */
import { z } from "zod";
import { id, idList } from "../../iam/fields.ts";
import {
  INVITATION_STATES,
  type Invitation,
  listInvitations,
  readStoredInvitation,
  withdrawInvitation,
} from "../../iam/invitations/invitations.ts";
import { ACCOUNT_INVITATIONS } from "../../iam/invitations/ways-of-people.ts";
import {
  inviteAgain,
  invitePeople,
  LINE_RESULTS,
  MAX_INVITED,
} from "../../oauth2/invitations/invite.ts";
import { inviteUsers } from "../../oauth2/invitations/invite-users.ts";
import { LANGUAGES, type Language } from "../../std/texts/languages.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badQuery, badRequest, conflict, notFound } from "../endpoint/failures.ts";
import { pageShape } from "../endpoint/list.ts";
import { iamPage, listed } from "./iam-list.ts";

const common = { plane: "admin", family: "service", tag: "Invitations" } as const;
const params = z.object({ id });
const mailed = {
  429: { description: "Too many mails for this address or from this network; `Retry-After`" },
  503: { ...adminFailures[503], description: "There is no mail relay, or too many mails wait" },
};

const language = z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]]);

const view = z
  .object({
    id: z.string(),
    address: z.string(),
    name: z.string(),
    language: z.string(),
    role_ids: z.array(z.string()),
    client_id: z.string(),
    redirect_uri: z.string(),
    state: z.enum(INVITATION_STATES),
    user_id: z.string().optional().meta({ description: "The account that came of it" }),
    mails: z
      .number()
      .int()
      .meta({ description: "How often it was sent; 0: its mail waits in the line" }),
    invited_by: z.string(),
    created_at: z.string(),
    sent_at: z.string().optional().meta({ description: "Of an open one: the last mail" }),
    expires_at: z.string(),
  })
  .meta({ id: "Invitation" });

const shown = ({ created_at, updated_at, expires_at, user_id, ...rest }: Invitation) => ({
  ...rest,
  ...(user_id !== null && { user_id }),
  created_at: created_at.toISOString(),
  ...(rest.state === "open" && { sent_at: updated_at.toISOString() }),
  expires_at: expires_at.toISOString(),
});

const EXAMPLE = {
  ...{ id: "01J0A0B0C0D0E0F0G0H0J0K0N1", address: "ada@example.com", name: "Ada" },
  ...{ language: "en", role_ids: [], client_id: "", redirect_uri: "", state: "open", mails: 1 },
  invited_by: "admin",
  created_at: "2030-05-02T10:00:00.000Z",
  sent_at: "2030-05-02T10:00:00.000Z",
  expires_at: "2030-05-09T10:00:00.000Z",
};

const wish = z
  .object({
    people: z
      .string()
      .max(100_000, "must be at most 100000 characters")
      .meta({
        description: `1 to ${MAX_INVITED} addresses, one a line or separated by commas; \`Ada <ada@example.com>\` names the person`,
      }),
    role_ids: idList,
    language: language.optional().meta({
      description: "Of the mail; absent: that of this request",
    }),
    client_id: z.string().max(1_000).optional().meta({
      description: "The application in which the person goes on, with `redirect_uri`",
    }),
    redirect_uri: z.string().max(2_048).optional().meta({
      description: "In `redirect_uris` of the client, or below its `whitelist_urls`",
    }),
  })
  .meta({ id: "InvitationWish" });

const line = z
  .object({
    entry: z.string().meta({ description: "As it was pasted" }),
    result: z.enum(LINE_RESULTS),
    id: z.string().optional().meta({ description: "Of the invitation" }),
  })
  .meta({ id: "InvitedLine" });

const invite = endpoint(
  {
    ...common,
    act: "invite people",
    method: "post",
    path: "/v1/invitations",
    summary: "Invite people by mail",
    description:
      "Each gets a mail with a link to the login page, chooses a password there and is signed in. The account is made then, and no account is ever taken over: `account_exists`. `not_sent`: the invitation is there, and its mail did not find a place in the line.",
    body: {
      kind: "json",
      schema: wish,
      message: "cannot invite",
      example: { people: "Ada <ada@example.com>\ngrace@example.com", role_ids: [] },
    },
    answers: {
      200: {
        ...payloadAnswer(z.array(line)),
        example: {
          payload: [{ entry: "Ada <ada@example.com>", result: "invited", id: EXAMPLE.id }],
        },
      },
      ...badRequest,
      ...adminFailures,
      ...conflict,
      503: mailed[503],
    },
  },
  async ({ call, body: { client_id = "", redirect_uri = "", ...asked }, actor }) =>
    payload(await invitePeople(call, { ...asked, client_id, redirect_uri }, actor)),
);

const list = endpoint(
  {
    ...common,
    act: "see invitations",
    method: "get",
    path: "/v1/invitations",
    summary: "List invitations",
    description: "The newest first. Those that ended are kept for 90 days.",
    query: z.object({
      ...pageShape,
      state: z.enum(INVITATION_STATES).optional().meta({ description: "Only those of this state" }),
    }),
    answers: {
      200: {
        ...payloadAnswer(z.array(view)),
        example: { payload: [EXAMPLE], meta: { limit: 20, total_item_count: 1 } },
      },
      ...badQuery,
      ...adminFailures,
    },
  },
  async ({ call, query }) => {
    const page = iamPage(query);
    const found = await listInvitations(call, { ...page, state: query.state });
    return listed(found.invitations.map(shown), page, found.total);
  },
);

const again = endpoint(
  {
    ...common,
    act: "invite people",
    method: "post",
    path: "/v1/invitations/:id/send",
    params,
    summary: "Send an invitation again",
    description: "With a new link and a new term; the link of the earlier mail ends.",
    answers: {
      200: { ...payloadAnswer(view), example: { payload: { ...EXAMPLE, mails: 2 } } },
      ...adminFailures,
      ...notFound,
      ...conflict,
      ...mailed,
    },
  },
  async ({ call, params: { id }, actor }) => {
    const invitation = await readStoredInvitation(call.service, id);
    return payload(shown(await inviteAgain(call, invitation, actor)));
  },
);

const withdraw = endpoint(
  {
    ...common,
    act: "invite people",
    method: "delete",
    path: "/v1/invitations/:id",
    params,
    summary: "Withdraw an invitation",
    description: "Its link ends. An account that came of it stays: then this is a conflict.",
    answers: {
      200: serviceMessageAnswer("invitation withdrawn"),
      ...adminFailures,
      ...notFound,
      ...conflict,
    },
  },
  async ({ call, params: { id }, actor }) =>
    serviceMessage("invitation withdrawn", await withdrawInvitation(call, id, actor)),
);

const account = z
  .object({
    user_id: z.string(),
    result: z.enum([...ACCOUNT_INVITATIONS, "not_found"]),
    id: z.string().optional().meta({ description: "Of the invitation" }),
  })
  .meta({ id: "InvitedAccount" });

const inviteAccounts = endpoint(
  {
    ...common,
    act: "invite people",
    method: "post",
    path: "/v1/invitations/accounts",
    summary: "Invite people whose account is here",
    description:
      "For accounts that nothing opens yet, such as those of an import: the person chooses a password or a passkey and is signed in. The mails wait in a line (`accounts.invitation.per_minute`). `invited_before`: there was one, whatever became of it; send that one again.",
    body: {
      kind: "json",
      schema: z
        .object({
          user_ids: z
            .array(id)
            .min(1, "must be 1 to 200 users")
            .max(MAX_INVITED, "must be 1 to 200 users"),
          language: language.optional().meta({
            description: "Of those whose account says none; absent: that of this request",
          }),
        })
        .meta({ id: "AccountInvitationWish" }),
      message: "cannot invite",
      example: { user_ids: ["01J0USERA0000000000000000A"] },
    },
    answers: {
      200: {
        ...payloadAnswer(z.array(account)),
        example: {
          payload: [{ user_id: "01J0USERA0000000000000000A", result: "invited", id: EXAMPLE.id }],
        },
      },
      ...badRequest,
      ...adminFailures,
      ...notFound,
      ...conflict,
      503: mailed[503],
    },
  },
  async ({ call, body: { user_ids, language }, actor }) =>
    payload(await inviteUsers(call, user_ids, language, actor)),
);

export const invitationEndpoints: readonly Endpoint[] = [
  invite,
  inviteAccounts,
  list,
  again,
  withdraw,
];
