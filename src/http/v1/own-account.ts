/** {prefix}/v1/me: what people change of their own account where the organisation lets them (ADR 0086). */
import { z } from "zod";
import { requireOwner } from "../../iam/owner.ts";
import { chooseOwnLanguage, deleteOwn, renameOwn } from "../../iam/principals/own-account.ts";
import { chooseOwnPicture } from "../../iam/principals/picture.ts";
import { readName } from "../../oauth2/signup/fields.ts";
import { askForAddress, confirmAddress } from "../../oauth2/signup/own-address.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { serviceMessage, serviceMessageAnswer } from "../endpoint/envelope.ts";
import {
  badRequest,
  conflict,
  noCaller,
  refusedCaller,
  unavailable,
} from "../endpoint/failures.ts";

const common = { plane: "caller", family: "service", tag: "Own account" } as const;
const failures = { ...noCaller, ...refusedCaller, ...unavailable };
const message = "cannot decode request";

const rename = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/me/name",
    summary: "Change the own name",
    description: "Local users, where `accounts.self_service.name` is on. Not with an API key.",
    body: {
      kind: "json",
      schema: z.object({ name: z.string() }),
      message,
      example: { name: "Ada Lovelace" },
    },
    answers: { 200: serviceMessageAnswer("name changed"), ...badRequest, ...failures },
  },
  async ({ call, caller, body, actor }) => {
    const user = requireOwner(call.snapshot, caller);
    const own = { call, context: caller, user, actor };
    await renameOwn(own, () => readName(body.name, user.alias[0] ?? ""));
    return serviceMessage("name changed");
  },
);

const language = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/me/language",
    summary: "Choose the own language",
    description:
      "`en`, `de` or `fr`, or empty for none; local users, where `accounts.self_service.language` is on. It is `details.locale`: the claim `locale`, and the language of mails that an administrator sends. Not with an API key.",
    body: {
      kind: "json",
      schema: z.object({ language: z.string() }),
      message,
      example: { language: "de" },
    },
    answers: { 200: serviceMessageAnswer("language changed"), ...badRequest, ...failures },
  },
  async ({ call, caller, body, actor }) => {
    const user = requireOwner(call.snapshot, caller);
    await chooseOwnLanguage({ call, context: caller, user, actor }, body.language);
    return serviceMessage("language changed");
  },
);

const picture = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/me/picture",
    summary: "Choose the own picture",
    description:
      "An https address in `url`, which is never fetched, or a PNG, JPEG or WebP of at most 64 KiB as a data URL in `image`, which is served by this service; an empty `url` takes it away. Local users, where `accounts.self_service.picture` is on. It is `details.picture`: the claim `picture`. Not with an API key.",
    body: {
      kind: "json",
      schema: z.object({ url: z.string().optional(), image: z.string().optional() }),
      message,
      example: { url: "https://pictures.example.com/ada.png" },
    },
    answers: { 200: serviceMessageAnswer("picture changed"), ...badRequest, ...failures },
  },
  async ({ call, caller, body, actor }) => {
    const user = requireOwner(call.snapshot, caller);
    await chooseOwnPicture({ call, context: caller, user, actor }, body);
    return serviceMessage("picture changed");
  },
);

const ask = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/me/address",
    summary: "Ask for another address of the own account",
    description:
      "Local users, where `accounts.self_service.address` is on, with a sign-in of the last ten minutes. A code goes to the new address; the answer is the same for every address.",
    body: {
      kind: "json",
      schema: z.object({ email: z.string() }),
      message,
      example: { email: "ada@example.org" },
    },
    answers: {
      200: serviceMessageAnswer("if the address can be used, a mail is on its way"),
      ...badRequest,
      ...failures,
    },
  },
  async ({ call, caller, body, actor }) => {
    const user = requireOwner(call.snapshot, caller);
    await askForAddress({ call, context: caller, user, actor }, body.email);
    return serviceMessage("if the address can be used, a mail is on its way");
  },
);

const confirm = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/me/address/confirm",
    summary: "Confirm the new address with the code of its mail",
    description:
      "It takes the place of the old one, as `email` and as alias where that was one; the old address gets a notice by mail.",
    body: {
      kind: "json",
      schema: z.object({ code: z.string() }),
      message,
      example: { code: "BCDFG-HJKLM" },
    },
    answers: {
      200: serviceMessageAnswer("address changed"),
      ...badRequest,
      ...conflict,
      ...failures,
    },
  },
  async ({ call, caller, body, actor }) => {
    const user = requireOwner(call.snapshot, caller);
    await confirmAddress({ call, context: caller, user, actor }, body.code);
    return serviceMessage("address changed");
  },
);

const remove = endpoint(
  {
    ...common,
    method: "delete",
    path: "/v1/me",
    summary: "Delete the own account",
    description:
      "Where `accounts.self_service.deletion` is on, with a sign-in of the last ten minutes: with API keys, passkeys, second factor, linked sign-ins, sessions and what was allowed applications. Not the last administrator.",
    answers: { 200: serviceMessageAnswer("account deleted"), ...conflict, ...failures },
  },
  async ({ call, caller, actor }) => {
    const user = requireOwner(call.snapshot, caller);
    await deleteOwn({ call, context: caller, user, actor });
    return serviceMessage("account deleted");
  },
);

export const ownAccountEndpoints: readonly Endpoint[] = [
  rename,
  language,
  picture,
  ask,
  confirm,
  remove,
];
