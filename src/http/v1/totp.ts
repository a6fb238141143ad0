/** {prefix}/v1/totp: the own second factor, and taking it from a user who lost it (auth-wire 6.4). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import {
  confirmTotp,
  regenerateRecoveryCodes,
  registerTotp,
  removeTotp,
} from "../../credentials/totp/enroll.ts";
import { factorState } from "../../credentials/totp/factor.ts";
import { proveFactorChange } from "../../credentials/totp/proof.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { requireOwner } from "../../iam/owner.ts";
import { requireRecentSignIn } from "../../iam/reauthentication.ts";
import { qrCode } from "../../web/pages/qr-code.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import {
  adminFailures,
  badRequest,
  noCaller,
  notFound,
  refusedCaller,
  tooMany,
  unavailable,
} from "../endpoint/failures.ts";
import { requireUser } from "./required-user.ts";

const common = { plane: "caller", family: "service", tag: "Own account" } as const;

const state = z
  .object({
    enabled: z.boolean().meta({ description: "Sign-ins ask for a code" }),
    recovery_codes_left: z.number().int(),
  })
  .meta({ id: "SecondFactorState" });

const ownState = state
  .extend({
    disabled: z.boolean().optional().meta({
      description: "true where no factor can be set up: `totp.disabled`",
    }),
  })
  .meta({ id: "OwnSecondFactor" });

const EXAMPLE = { enabled: true, recovery_codes_left: 8 };
const CODES = ["k3m5q7r2-a4b6c2d5"];
const URL =
  "otpauth://totp/Postern:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Postern&algorithm=SHA1&digits=6&period=30";

const RECENT =
  "The sign-in must be no older than 10 minutes, where its time is known, or the body has a current `code`.";

/** The factor that is there proves the caller, too. */
const proof = {
  kind: "json",
  schema: z.object({ code: z.string().optional() }).meta({ id: "CurrentFactor" }),
  optional: true,
  message: "cannot decode request",
  example: {},
} as const;

const failures = { ...badRequest, ...noCaller, ...refusedCaller, ...tooMany, ...unavailable };

const recoveryCodes = (message: string) => ({
  ...payloadAnswer(
    z.object({ message: z.string(), recovery_codes: z.array(z.string()) }),
    "The recovery codes are never shown again",
  ),
  example: { payload: { message, recovery_codes: CODES } },
});

const status = endpoint(
  {
    ...common,
    method: "get",
    path: "/v1/totp",
    summary: "Whether the own second factor is set up",
    answers: {
      200: { ...payloadAnswer(ownState), example: { payload: EXAMPLE } },
      ...noCaller,
      ...refusedCaller,
      ...unavailable,
    },
  },
  async ({ call, caller }) => {
    const owner = requireOwner(call.snapshot, caller, "read the second factor");
    const factor = await factorState(call, owner.id);
    return payload({ ...factor, ...(call.snapshot.settings.totp.disabled && { disabled: true }) });
  },
);

/** How the person knows the account: the name that the front sent, else an alias. */
const accountName = (call: Call, { caller }: CallerContext, owner: { alias: readonly string[] }) =>
  caller.kind === "named" ? caller.name : (owner.alias[0] ?? call.origin);

const register = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/totp/register",
    summary: "Begin to set up a second factor",
    description: `A new secret, as text, as an address for authenticator apps, and as a QR code. It counts when a code of it was confirmed; until then a factor that is there stays. ${RECENT}`,
    body: proof,
    answers: {
      200: {
        ...payloadAnswer(
          z.object({
            secret: z.string().meta({ description: "base32, to be typed in" }),
            url: z.string(),
            qr: z.string().meta({ description: "The address as a QR code: SVG" }),
          }),
          "The secret is never shown again",
        ),
        example: {
          payload: { secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", url: URL, qr: "<svg …></svg>" },
        },
      },
      ...failures,
    },
  },
  async ({ call, caller, body, actor }) => {
    const owner = requireOwner(call.snapshot, caller);
    await proveFactorChange(call, caller, owner, "set up a second factor", body.code);
    const enrollment = await registerTotp(call, owner, accountName(call, caller, owner), actor);
    return payload({ ...enrollment, qr: qrCode(enrollment.url) });
  },
);

const confirm = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/totp/confirm",
    summary: "Confirm the second factor with a first code",
    description:
      "From now on sign-ins ask for a code. Eight recovery codes stand in for a lost device.",
    body: {
      kind: "json",
      schema: z.object({ code: z.string() }),
      message: "cannot decode request",
      example: { code: "123456" },
    },
    answers: { 200: recoveryCodes("totp enabled"), ...failures, ...notFound },
  },
  async ({ call, caller, body, actor }) => {
    const owner = requireOwner(call.snapshot, caller);
    const recovery_codes = await confirmTotp(call, owner, body.code.trim(), actor);
    return payload({ message: "totp enabled", recovery_codes });
  },
);

const recovery = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/totp/recovery",
    summary: "Make new recovery codes",
    description: `Of the app, or beside passkeys for an account without an app. The old ones are no longer accepted. ${RECENT}`,
    body: proof,
    answers: { 200: recoveryCodes("recovery codes regenerated"), ...failures },
  },
  async ({ call, caller, body, actor }) => {
    const owner = requireOwner(call.snapshot, caller);
    await proveFactorChange(call, caller, owner, "make recovery codes", body.code);
    const recovery_codes = await regenerateRecoveryCodes(call, owner, actor);
    return payload({ message: "recovery codes regenerated", recovery_codes });
  },
);

const remove = endpoint(
  {
    ...common,
    method: "delete",
    path: "/v1/totp",
    summary: "Remove the own second factor",
    description: RECENT,
    body: proof,
    answers: { 200: serviceMessageAnswer("totp disabled"), ...failures, ...notFound },
  },
  async ({ call, caller, body, actor }) => {
    const owner = requireOwner(call.snapshot, caller);
    await proveFactorChange(call, caller, owner, "remove the second factor", body.code);
    await removeTotp(call, owner.id, actor);
    return serviceMessage("totp disabled");
  },
);

const admin = { plane: "admin", family: "service", tag: "Users" } as const;
const params = z.object({ id: z.string() });

const statusOfUser = endpoint(
  {
    ...admin,
    act: "see people",
    method: "get",
    path: "/v1/users/:id/totp",
    params,
    summary: "Whether a user has a second factor",
    answers: {
      200: { ...payloadAnswer(state), example: { payload: EXAMPLE } },
      ...adminFailures,
      ...notFound,
    },
  },
  async ({ call, params: { id } }) => {
    requireUser(call, id);
    return payload(await factorState(call, id));
  },
);

const removeOfUser = endpoint(
  {
    ...admin,
    act: "support people",
    method: "delete",
    path: "/v1/users/:id/totp",
    params,
    summary: "Take the second factor from a user who lost it",
    description:
      "The user signs in with the first factor alone then, and can set up another one. The sign-in must be no older than 10 minutes, where its time is known.",
    answers: { 200: serviceMessageAnswer("totp disabled"), ...adminFailures, ...notFound },
  },
  async ({ call, caller, params: { id }, actor }) => {
    requireUser(call, id);
    requireRecentSignIn(call, caller, "take a second factor away");
    await removeTotp(call, id, actor);
    return serviceMessage("totp disabled");
  },
);

export const totpEndpoints: readonly Endpoint[] = [
  ...[status, register, confirm, recovery, remove],
  ...[statusOfUser, removeOfUser],
];
