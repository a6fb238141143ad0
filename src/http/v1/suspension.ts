/** {prefix}/v1/users/{id}/suspend and …/resume: for a time or until further notice (K-10, K-11). */
import { z } from "zod";
import { CONTROL } from "../../iam/fields.ts";
import { resumeUser, suspendUser } from "../../iam/principals/suspension.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { iamMessage, iamMessageAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badRequest, conflict, notFound } from "../endpoint/failures.ts";
import { onlyIf, preconditionFailed } from "./precondition.ts";

const common = { method: "post", plane: "admin", family: "iam", tag: "Users" } as const;
const params = z.object({ id: z.string() });

const wish = z
  .object({
    reason: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(500, "must be at most 500 characters")
      .refine((text) => !CONTROL.test(text) && text.isWellFormed(), "must be one line of text")
      .meta({ description: "Administrators alone read it" }),
    until: z.iso
      .datetime({ offset: true, error: "must be a time such as 2030-05-02T10:00:00Z" })
      .nullish()
      .transform((time) => time ?? undefined)
      .meta({
        type: "string",
        format: "date-time",
        description: "When it ends by itself, within a minute; absent: not before it is ended",
      }),
  })
  .meta({ id: "SuspensionWish" });

const suspend = endpoint(
  {
    ...common,
    act: "support people",
    path: "/v1/users/:id/suspend",
    params,
    summary: "Suspend a user",
    description:
      "Refused everywhere as a disabled user is; every session, token and sign-in ends. The user sees no reason. Again: another reason or end.",
    body: {
      kind: "json",
      schema: wish,
      message: "cannot suspend user",
      example: { reason: "Lost laptop, see ticket 4711", until: "2030-05-02T10:00:00Z" },
    },
    answers: {
      200: iamMessageAnswer("user suspended"),
      ...badRequest,
      ...adminFailures,
      ...notFound,
      ...conflict,
      ...preconditionFailed,
    },
  },
  async ({ call, params: { id }, body, actor, request }) => {
    await suspendUser(onlyIf(call, request, "users", id), id, body, actor);
    return iamMessage("user suspended");
  },
);

const resume = endpoint(
  {
    ...common,
    act: "support people",
    path: "/v1/users/:id/resume",
    params,
    summary: "End the suspension of a user",
    description: "The user signs in anew; what ended stays ended.",
    answers: {
      200: iamMessageAnswer("user resumed"),
      ...adminFailures,
      ...notFound,
      ...conflict,
      ...preconditionFailed,
    },
  },
  async ({ call, params: { id }, actor, request }) => {
    await resumeUser(onlyIf(call, request, "users", id), id, actor);
    return iamMessage("user resumed");
  },
);

export const suspensionEndpoints: readonly Endpoint[] = [suspend, resume];
