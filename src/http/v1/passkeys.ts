/** {prefix}/v1/passkey: registration, list, rename and delete (specification, Passkeys; auth-wire 6.6). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { CONTROL, text } from "../../iam/fields.ts";
import { deletePasskey, renamePasskey } from "../../iam/passkeys/manage.ts";
import {
  passkeyReach,
  passkeyUser,
  requireLastingRight,
  requirePasskeys,
} from "../../iam/passkeys/reach.ts";
import {
  MAX_NAME_LENGTH,
  passkeysOf,
  passkeyView,
  viewPasskey,
} from "../../iam/passkeys/records.ts";
import { beginRegistration, finishRegistration, requireUser } from "../../iam/passkeys/register.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import {
  badRequest,
  conflict,
  noCaller,
  notFound,
  refusedCaller,
  unavailable,
} from "../endpoint/failures.ts";

const common = { plane: "caller", family: "service", tag: "Passkeys" } as const;

const USER = "01J0A0B0C0D0E0F0G0H0J0K0M0";
const ID = "6xJQm1qGJ3LDzPqZrB0yNQ";
const params = z.object({ id: z.string().max(1_364) });

const trimmed = text(1_000).trim();
const optionalText = trimmed
  .nullish()
  .transform((value) => value || undefined)
  .meta({ type: "string" });

const registration = z
  .object({
    user_id: optionalText.meta({ description: "For administrators: another user than the caller" }),
    session_id: optionalText.meta({ description: "Of the begin, for the finish" }),
    name: text(MAX_NAME_LENGTH)
      .nullish()
      .transform((value) => value ?? "")
      .meta({ type: "string", description: "Label; empty for the name of the authenticator" }),
    credential: z.unknown().optional().meta({
      type: "object",
      description:
        "`id`, `rawId`, `type` and `response` of the browser's credential, in URL-safe base64 without padding",
    }),
  })
  .meta({ id: "PasskeyRegistration" });

const answered = z
  .union([
    z
      .object({
        session_id: z.string(),
        options: z
          .record(z.string(), z.unknown())
          .meta({ description: "PublicKeyCredentialCreationOptionsJSON of WebAuthn" }),
      })
      .meta({ id: "PasskeyRegistrationBegun" }),
    z.object({ message: z.string(), id: z.string() }).meta({ id: "PasskeyRegistered" }),
  ])
  .meta({ id: "PasskeyRegistrationAnswer" });

const failures = {
  ...noCaller,
  ...refusedCaller,
  ...unavailable,
};

/** Absent, null and empty are a begin (auth-wire 6.6). */
const isEmpty = (credential: unknown) =>
  credential === undefined ||
  credential === null ||
  credential === "" ||
  (typeof credential === "object" && Object.keys(credential).length === 0);

const register = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/passkey/register",
    summary: "Register a passkey",
    description:
      "Without `credential` it begins: the answer holds the challenge, good for two minutes and one finish. With `session_id` and `credential` it finishes. A session must be no older than 10 minutes. `user_id` of another user needs the admin permission.",
    body: {
      kind: "json",
      schema: registration,
      message: "cannot decode request",
      example: {},
    },
    answers: {
      200: {
        ...payloadAnswer(answered, "Of a begin the options for the browser; of a finish the id"),
        example: { payload: { message: "passkey registered", id: ID } },
      },
      ...badRequest,
      ...failures,
      ...notFound,
      409: conflict[409] ?? { description: "The passkey is registered, or there are too many" },
      429: { description: "Too many begins; `Retry-After`" },
    },
  },
  async ({ call, caller, body: { user_id, session_id, name, credential }, actor }) => {
    const user = requireUser(passkeyUser(call, caller, user_id));
    requirePasskeys(call);
    requireLastingRight(call, caller);
    if (isEmpty(credential)) return payload(await beginRegistration(call, user));
    const finish = { session_id, name, credential };
    const id = await finishRegistration(call, user, finish, actor);
    return payload({ message: "passkey registered", id });
  },
);

const list = endpoint(
  {
    ...common,
    method: "get",
    path: "/v1/passkey/credentials",
    summary: "List passkeys",
    description: "The caller's own, oldest first; another user's with the admin permission.",
    query: z.object({ user_id: z.string().max(1_000).optional() }),
    answers: {
      200: {
        ...payloadAnswer(z.array(passkeyView)),
        example: {
          payload: [
            {
              id: ID,
              user_id: USER,
              name: "iCloud Keychain",
              rp_id: "example.com",
              sign_count: 0,
              created_at: "2030-05-02T10:00:00Z",
              updated_at: "2030-05-03T08:00:00Z",
              last_used_at: "2030-05-03T08:00:00Z",
              authenticator: "iCloud Keychain",
              aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
              transports: ["hybrid", "internal"],
              backup_eligible: true,
              backup_state: true,
            },
          ],
          meta: { total_item_count: 1 },
        },
      },
      ...failures,
      ...notFound,
    },
  },
  async ({ call, caller, query: { user_id } }) => {
    const user = passkeyUser(call, caller, user_id?.trim() || undefined, "list passkeys");
    requirePasskeys(call);
    const passkeys = (await passkeysOf(call.service, user.id)).map(viewPasskey);
    return payload(passkeys, { total_item_count: passkeys.length });
  },
);

/** An administrator can still take away what is switched off. */
function reachOf(call: Call, caller: CallerContext, removes: boolean) {
  const reach = passkeyReach(call, caller, removes);
  if (!removes || reach !== "all") requirePasskeys(call);
  requireLastingRight(call, caller);
  return reach;
}

const rename = endpoint(
  {
    ...common,
    method: "patch",
    path: "/v1/passkey/credentials/:id",
    params,
    summary: "Rename a passkey",
    description: "An own one; any with the admin permission.",
    body: {
      kind: "json",
      schema: z
        .object({
          name: text(MAX_NAME_LENGTH)
            .trim()
            .min(1, "must not be empty")
            .refine((value) => !CONTROL.test(value), "must not contain control characters"),
        })
        .meta({ id: "PasskeyPatch" }),
      message: "cannot decode request",
      example: { name: "Work laptop" },
    },
    answers: {
      200: serviceMessageAnswer("passkey updated"),
      ...badRequest,
      ...failures,
      ...notFound,
    },
  },
  async ({ call, caller, params: { id }, body: { name }, actor }) => {
    const reach = reachOf(call, caller, false);
    return serviceMessage("passkey updated", await renamePasskey(call, reach, id, name, actor));
  },
);

const remove = endpoint(
  {
    ...common,
    method: "delete",
    path: "/v1/passkey/credentials/:id",
    params,
    summary: "Delete a passkey",
    description:
      "An own one; any with the admin permission. A session must be no older than 10 minutes.",
    answers: { 200: serviceMessageAnswer("passkey deleted"), ...failures, ...notFound },
  },
  async ({ call, caller, params: { id }, actor }) => {
    const reach = reachOf(call, caller, true);
    return serviceMessage("passkey deleted", await deletePasskey(call, reach, id, actor));
  },
);

export const passkeyEndpoints: readonly Endpoint[] = [register, list, rename, remove];
