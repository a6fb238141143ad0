/** {prefix}/v1/users and {prefix}/v1/service-accounts: one shape, two kinds (auth-wire 2.1, 2.3). */
import { z } from "@hono/zod-openapi";
import { type Call, now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { deletePrincipal } from "../../iam/delete-principal.ts";
import { principalBody, principalPatch, principalView } from "../../iam/principal-schema.ts";
import { viewPrincipal } from "../../iam/principal-view.ts";
import {
  createPrincipal,
  type PrincipalKind,
  patchPrincipal,
  replacePrincipal,
} from "../../iam/principals.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { createdAnswer, payload, payloadAnswer, said, saidAnswer } from "../envelope.ts";
import { flagParameter } from "../list.ts";
import { adminFailures, badRequest, conflict, notFound } from "./failures.ts";

const expansion = {
  add_roles: flagParameter(true),
  add_permissions: flagParameter(true),
  add_data: flagParameter(false),
  add_scope_roles: flagParameter(false),
};

function existing(call: Call, kind: PrincipalKind, id: string, noun: string): PrincipalRecord {
  const principal = call.snapshot.principals.get(id);
  if (principal?.service_account === (kind === "service_account")) return principal;
  throw new AuthError("not_found", `cannot get ${noun}`, {
    detail: `${noun} with id ${id} not found; not found`,
  });
}

function routes(kind: PrincipalKind, base: string, tag: string): Endpoint[] {
  const noun = kind === "user" ? "user" : "service account";
  const one = `${base}/:id`;
  const params = z.object({ id: z.string() });
  const common = { plane: "admin", family: "iam", tag } as const;
  return [
    endpoint(
      {
        ...common,
        method: "post",
        path: base,
        summary: `Create a ${noun}`,
        description:
          "Enabled unless `is_active` is false. A plain `details.password` is hashed; aliases are unique over users, service accounts and clients.",
        body: {
          kind: "json",
          schema: principalBody,
          message: `cannot decode ${noun}`,
          example:
            kind === "user"
              ? { alias: ["ada"], local: true, details: { name: "Ada", password: "correct horse" } }
              : { alias: ["robot"], details: { name: "Robot", secret: "a long random secret" } },
        },
        answers: { 200: createdAnswer, ...badRequest, ...adminFailures, ...conflict },
      },
      async ({ call, body, actor }) =>
        payload({ id: await createPrincipal(call.service, kind, body, actor) }),
    ),
    endpoint(
      {
        ...common,
        method: "get",
        path: one,
        params,
        query: z.object(expansion),
        summary: `Read one ${noun}`,
        answers: { 200: payloadAnswer(principalView), ...adminFailures, ...notFound },
      },
      async ({ call, params: { id }, query }) => {
        const principal = existing(call, kind, id, noun);
        const show = { ...query, show_secret: kind === "service_account" };
        return payload(await viewPrincipal(call.snapshot, principal, now(call), show));
      },
    ),
    endpoint(
      {
        ...common,
        method: "put",
        path: one,
        params,
        summary: `Replace one ${noun}`,
        description:
          "Members that are left out become empty, except the state, the password and the secret.",
        body: { kind: "json", schema: principalBody, message: `cannot decode ${noun}` },
        answers: {
          200: saidAnswer(`${noun} updated`),
          ...badRequest,
          ...adminFailures,
          ...notFound,
          ...conflict,
        },
      },
      async ({ call, params: { id }, body, actor }) => {
        await replacePrincipal(call.service, kind, id, body, actor);
        return said(`${noun} updated`);
      },
    ),
    endpoint(
      {
        ...common,
        method: "patch",
        path: one,
        params,
        summary: `Change one ${noun}`,
        description: "A present member replaces the old value completely.",
        body: { kind: "json", schema: principalPatch, message: `cannot decode ${noun} patch` },
        answers: {
          200: saidAnswer(`${noun} updated`),
          ...badRequest,
          ...adminFailures,
          ...notFound,
          ...conflict,
        },
      },
      async ({ call, params: { id }, body, actor }) => {
        await patchPrincipal(call.service, kind, id, body, actor);
        return said(`${noun} updated`);
      },
    ),
    endpoint(
      {
        ...common,
        method: "delete",
        path: one,
        params,
        summary: `Delete one ${noun}`,
        description: "Its API keys, second factor and passkeys go with it.",
        answers: { 200: saidAnswer(`${noun} deleted`), ...adminFailures, ...notFound },
      },
      async ({ call, params: { id }, actor }) => {
        await deletePrincipal(call.service, kind, id, actor);
        return said(`${noun} deleted`);
      },
    ),
  ];
}

export const principalEndpoints: readonly Endpoint[] = [
  ...routes("user", "/v1/users", "Users"),
  ...routes("service_account", "/v1/service-accounts", "Service accounts"),
];
