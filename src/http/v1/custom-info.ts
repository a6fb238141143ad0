/** POST {prefix}/v1/custom-info/preview: an unsaved claim set against sample data (auth-wire 5.16). */

import { z } from "zod";
import { now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { sanitizedDetails } from "../../iam/principals/principal-view.ts";
import { messageOf } from "../../messages/message.ts";
import { templateFault } from "../../settings/fields/template-limits.ts";
import { parseSetting } from "../../settings/index.ts";
import { custom_info } from "../../settings/namespaces/custom-info.ts";
import {
  applyClaimSet,
  compileClaimSet,
  refuseFailure,
  type TemplateUser,
} from "../../tokens/custom-info.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badRequest } from "../endpoint/failures.ts";

const record = z.record(z.string(), z.unknown());

const body = z
  .object({
    claims: record.nullish(),
    user: record.nullish(),
    set: z.object({ claims: z.record(z.string(), z.string()) }),
  })
  .meta({ id: "CustomInfoPreview" });

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
const text = (value: unknown) => (typeof value === "string" ? value : "");

/** A sample user may leave everything out; what is there has the type of a real record. */
function sampleUser(given: Readonly<Record<string, unknown>>): TemplateUser {
  const parsed = record.safeParse(given.details);
  return {
    id: text(given.id),
    alias: texts(given.alias),
    role_ids: texts(given.role_ids),
    sync_role_ids: texts(given.sync_role_ids),
    permission_ids: texts(given.permission_ids),
    details: sanitizedDetails(parsed.success ? parsed.data : {}),
    description: text(given.description),
    service_account: given.service_account === true,
    local: given.local === true,
    disabled: given.is_active === false,
    created_at: text(given.created_at),
    updated_at: text(given.updated_at),
    updated_by: text(given.updated_by),
  };
}

/** What could not be saved: a template that is too long or does not parse, by its claim; other faults. */
function refuseInvalid(claims: Readonly<Record<string, string>>): void {
  const fault = templateFault(custom_info.schema, { sets: { preview: { claims } } });
  if (fault) {
    const claim = fault.path.at(-1);
    const where = claim === undefined ? "set" : `claim "${String(claim)}"`;
    throw new AuthError("invalid_request", `${where}: ${messageOf(fault.reason).text}`);
  }
  compileClaimSet(claims, refuseFailure);
  const parsed = parseSetting("custom_info", { sets: { preview: { claims } } });
  if (!parsed.ok) throw new AuthError("invalid_request", parsed.message, { detail: parsed.detail });
}

export const customInfoPreviewEndpoint = endpoint(
  {
    method: "post",
    path: "/v1/custom-info/preview",
    plane: "admin",
    family: "service",
    tag: "Custom userinfo",
    summary: "Render an unsaved claim set",
    body: {
      kind: "json",
      schema: body,
      message: "cannot decode custom_info preview",
      example: {
        claims: { sub: "01J0A0B0C0D0E0F0G0H0J0K0M0", email: "ada@example.com" },
        user: { details: { department: "Research" } },
        set: { claims: { department: "{{ .user.Details.department }}" } },
      },
    },
    answers: {
      200: {
        ...payloadAnswer(record),
        example: {
          payload: {
            sub: "01J0A0B0C0D0E0F0G0H0J0K0M0",
            email: "ada@example.com",
            department: "Research",
          },
        },
      },
      ...badRequest,
      ...adminFailures,
    },
  },
  ({ call, body: { claims, user, set } }) => {
    refuseInvalid(set.claims);
    const sample = sampleUser(user ?? {});
    const clock = () => now(call);
    return payload(applyClaimSet(claims ?? {}, sample, set.claims, refuseFailure, clock));
  },
);
