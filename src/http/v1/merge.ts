/** {prefix}/v1/users/{id}/merge: two accounts of one person become one, shown before it is done (ADR 0086). */
import { z } from "zod";
import { mergeUsers, previewMerge } from "../../iam/merge/merge.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { iamMessage, iamMessageAnswer, payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badRequest, conflict, notFound } from "../endpoint/failures.ts";

const common = { method: "post", plane: "admin", family: "iam", tag: "Users" } as const;
const params = z.object({ id: z.string() });
const message = "cannot merge users";

const named = z.object({ id: z.string(), name: z.string() }).meta({ id: "MergedName" });
const grants = z.array(z.object({ id: z.string(), expires_at: z.string() }));
const ids = z.array(z.string());

const plan = z
  .object({
    kept: named.meta({ description: "The user of the path" }),
    gone: named.meta({ description: "The user that is no more afterwards" }),
    moves: z
      .object({
        alias: ids.meta({ description: "Names that lead to the kept user" }),
        identities: z.array(
          z.object({
            provider: z.string(),
            issuer: z.string(),
            subject: z.string(),
            label: z.string(),
          }),
        ),
        passkeys: z.array(named),
        second_factor: z.boolean().meta({
          description: "Authenticator app with its recovery codes: the kept user has none",
        }),
        recovery_codes: z.number().int().meta({ description: "Beside passkeys, without an app" }),
        api_keys: z.array(named),
        ...{ role_ids: ids, permission_ids: ids },
        ...{ tmp_role_ids: grants, tmp_permission_ids: grants },
        applications: ids.meta({ description: "Clients that remember what was allowed" }),
      })
      .meta({ id: "MergeMoves" }),
    lost: z
      .object({
        password: z.boolean(),
        second_factor: z.boolean().meta({
          description: "Authenticator app with its recovery codes: the kept user has one",
        }),
        recovery_codes: z.number().int().meta({ description: "Beside passkeys, without an app" }),
        details: ids.meta({ description: "Members of `details`; those of the kept user stay" }),
        sync_role_ids: ids.meta({
          description: "They come again with the next sign-in at their source",
        }),
        applications: ids.meta({
          description: "Clients for which the kept user has allowed something too",
        }),
      })
      .meta({ id: "MergeLosses" }),
    digest: z.string().meta({ description: "Of all of it, for the merge itself" }),
  })
  .meta({ id: "MergePlan" });

const OTHER = "01J0USERB0000000000000000A";
const DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

const shown: z.input<typeof plan> = {
  kept: { id: "01J0USERA0000000000000000A", name: "ada@example.com" },
  gone: { id: OTHER, name: "a.lovelace@example.com" },
  moves: {
    alias: ["a.lovelace@example.com"],
    identities: [
      {
        ...{ provider: "oauth:google", issuer: "https://accounts.google.com", subject: "1084" },
        label: "a.lovelace@example.com",
      },
    ],
    ...{
      passkeys: [],
      second_factor: true,
      recovery_codes: 0,
      api_keys: [],
      role_ids: [],
      permission_ids: [],
    },
    ...{ tmp_role_ids: [], tmp_permission_ids: [], applications: [] },
  },
  lost: {
    ...{ password: true, second_factor: false, recovery_codes: 0, details: ["email", "name"] },
    ...{ sync_role_ids: [], applications: [] },
  },
  digest: DIGEST,
};

const failures = {
  ...badRequest,
  ...adminFailures,
  ...notFound,
  409: { ...conflict[409], description: "These two are not merged, or something has changed" },
};

const preview = endpoint(
  {
    ...common,
    path: "/v1/users/:id/merge/preview",
    params,
    summary: "See what a merge of two users would do",
    description: "Changes nothing. For administrators with every right, as the merge itself.",
    body: {
      kind: "json",
      schema: z.object({ user_id: z.string() }).meta({ id: "MergePreview" }),
      message,
      example: { user_id: OTHER },
    },
    answers: { 200: { ...payloadAnswer(plan), example: { payload: shown } }, ...failures },
  },
  async ({ call, caller: context, params: { id: kept }, body, actor }) => {
    const wish = { call, context, kept, gone: body.user_id, actor };
    return payload(await previewMerge(wish));
  },
);

const merge = endpoint(
  {
    ...common,
    path: "/v1/users/:id/merge",
    params,
    summary: "Merge another user into this one",
    description:
      "Names, sign-ins elsewhere, passkeys, API keys, roles, permissions and what applications remember move to the user of the path; the other user is deleted, and every session of both ends. This cannot be undone.",
    body: {
      kind: "json",
      schema: z
        .object({
          user_id: z.string().meta({ description: "The user that is no more afterwards" }),
          digest: z.string().meta({ description: "Of the preview: what was shown is done" }),
        })
        .meta({ id: "MergeWish" }),
      message,
      example: { user_id: OTHER, digest: DIGEST },
    },
    answers: { 200: iamMessageAnswer("users merged"), ...failures },
  },
  async ({ call, caller: context, params: { id: kept }, body, actor }) => {
    await mergeUsers({ call, context, kept, gone: body.user_id, actor }, body.digest);
    return iamMessage("users merged");
  },
);

export const mergeEndpoints: readonly Endpoint[] = [preview, merge];
