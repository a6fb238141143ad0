/** {prefix}/v1/users and {prefix}/v1/service-accounts: one shape, two kinds (auth-wire 2.1, 2.3). */
import { z } from "zod";
import { type Call, now, toldBy } from "../../call.ts";
import { isAdministrator } from "../../iam/administrators/limited.ts";
import { deletePrincipal } from "../../iam/principals/delete-principal.ts";
import {
  principalBody,
  principalPatch,
  principalView,
} from "../../iam/principals/principal-schema.ts";
import { viewPrincipal } from "../../iam/principals/principal-view.ts";
import {
  createPrincipal,
  type PrincipalKind,
  patchPrincipal,
  replacePrincipal,
} from "../../iam/principals/principals.ts";
import { removeSecret } from "../../iam/principals/remove-secret.ts";
import type { PrincipalView } from "../../iam/principals/shown-principal.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { iamMessage, iamMessageAnswer } from "../endpoint/envelope.ts";
import { adminFailures, notFound } from "../endpoint/failures.ts";
import {
  createRecord,
  deleteRecord,
  patchRecord,
  readRecord,
  replaceRecord,
} from "./iam-record.ts";
import { onlyIf, preconditionFailed } from "./precondition.ts";
import { PRINCIPAL_EXAMPLE, SERVICE_ACCOUNT_EXAMPLE } from "./principal-examples.ts";
import { principalExpansion } from "./principal-lists.ts";
import { requirePrincipal } from "./required-user.ts";

/** The answer shows a secret that is stored: the audit log says who saw it. */
function toldSecret(call: Call, shown: PrincipalView): PrincipalView {
  if (shown.details?.secret === undefined) return shown;
  const by = call.asker.principal ?? { kind: "unknown", id: "", name: "unknown" };
  const about = { topic: "users", entity: shown.id, by };
  call.service.events.emit({ type: "secret.read", ...about, ...toldBy(call) });
  return shown;
}

const USER = { alias: ["ada"], local: true, details: { name: "Ada", password: "correct horse" } };
const ROBOT = { alias: ["robot"], details: { name: "Robot", secret: "a long random secret" } };

function routes(kind: PrincipalKind, base: string, tag: string): Endpoint[] {
  const noun = kind === "user" ? "user" : "service account";
  // The texts are the same for both kinds: clients know them so (auth-wire 2.3).
  const record = { path: `${base}/:id`, tag, topic: "users", name: "user", noun } as const;
  // A service account is a program with rights of its own: full administrators alone write it.
  const act = kind === "user" ? "change people" : undefined;
  const example = kind === "user" ? USER : ROBOT;
  return [
    createRecord(record, {
      act,
      schema: principalBody,
      example,
      exampleId: PRINCIPAL_EXAMPLE.id,
      description:
        "Enabled unless `is_active` is false. A plain `details.password` is hashed; aliases are unique over users, service accounts and clients; role and permission ids must exist.",
      create: (writer, body, actor) => createPrincipal(writer, kind, body, actor),
    }),
    readRecord(record, {
      act: kind === "user" ? "see people" : "see rights",
      view: principalView,
      query: z.object(principalExpansion),
      example: kind === "user" ? PRINCIPAL_EXAMPLE : SERVICE_ACCOUNT_EXAMPLE,
      description:
        kind === "user"
          ? "Neither password nor secret is ever shown."
          : "The only place that shows `details.secret`.",
      show(call, id, query) {
        const principal = requirePrincipal(call, kind, id);
        const show_secret = kind === "service_account" && !call.limits;
        const view = viewPrincipal(call.snapshot, principal, now(call), { ...query, show_secret });
        if (show_secret) return view.then((shown) => toldSecret(call, shown));
        const beyond = call.limits && isAdministrator(call.snapshot, principal);
        return beyond ? view.then((shown) => ({ ...shown, beyond_rights: true })) : view;
      },
    }),
    replaceRecord(record, {
      act,
      schema: principalBody,
      example,
      description:
        "Members that are left out become empty, except the state, the password and the secret.",
      write: (writer, id, body, actor) => replacePrincipal(writer, kind, id, body, actor),
    }),
    patchRecord(record, {
      act,
      schema: principalPatch,
      example: { is_active: false },
      description: "A present member replaces the old value completely.",
      write: (writer, id, body, actor) => patchPrincipal(writer, kind, id, body, actor),
    }),
    deleteRecord(
      record,
      "Its API keys, second factor and passkeys go with it.",
      (writer, id, actor) => deletePrincipal(writer, kind, id, actor),
      act,
    ),
  ];
}

const dropSecret = endpoint(
  {
    plane: "admin",
    family: "iam",
    tag: "Service accounts",
    method: "delete",
    path: "/v1/service-accounts/:id/secret",
    params: z.object({ id: z.string() }),
    summary: "Take its secret from a service account",
    description:
      "It proves itself by its certificate or an API key from then on. Its sessions end. Members left out of PUT and PATCH keep the secret, so this is the way to be without one.",
    answers: {
      200: iamMessageAnswer("secret removed"),
      ...adminFailures,
      ...notFound,
      ...preconditionFailed,
    },
  },
  async ({ call, params: { id }, actor, request }) => {
    await removeSecret(onlyIf(call, request, "users", id), id, actor);
    return iamMessage("secret removed");
  },
);

export const principalEndpoints: readonly Endpoint[] = [
  ...routes("user", "/v1/users", "Users"),
  ...routes("service_account", "/v1/service-accounts", "Service accounts"),
  dropSecret,
];
