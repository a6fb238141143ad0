/** {prefix}/v1/lmaps and its alias /v1/ldap/maps: LDAP groups and claim values as roles (auth-wire 2.8). */
import { z } from "zod";
import { notFound as missing } from "../../iam/refusals.ts";
import {
  createLmap,
  deleteLmap,
  lmapBody,
  lmapReplacement,
  lmapView,
  replaceLmap,
  viewLmap,
} from "../../iam/roles/lmaps.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { iamMessage, iamMessageAnswer, payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badQuery, badRequest, conflict, notFound } from "../endpoint/failures.ts";
import { cut, iamPage, listAnswer, listed, listFilter, listShape, textFilter } from "./iam-list.ts";
import { entityTag, onlyIf, preconditionFailed } from "./precondition.ts";

const params = z.object({ name: z.string() });

const ROLES = { role_ids: ["01J0ROLEA0000000000000000A"] };
const EXAMPLE = {
  name: "operators",
  ...ROLES,
  created_at: "2030-05-01T10:00:00Z",
  updated_at: "2030-05-02T10:00:00Z",
  updated_by: "LDAP",
};

function routes(base: string, tag: string): Endpoint[] {
  const common = { plane: "admin", family: "iam", tag } as const;
  // Group names may hold slashes.
  const one = `${base}/:name{.+}`;
  return [
    endpoint(
      {
        ...common,
        act: "see rights",
        method: "get",
        path: base,
        summary: "List LDAP group maps",
        query: z.object({
          ...listShape,
          name: textFilter("Exact"),
          role_ids: listFilter("Points to one of these roles"),
        }),
        answers: { 200: listAnswer(lmapView, EXAMPLE), ...badQuery, ...adminFailures },
      },
      ({ call, query }) => {
        const { name, role_ids: wanted = [] } = query;
        const maps = [...call.snapshot.lmaps.values()].filter(
          (lmap) =>
            (!name || lmap.name === name) &&
            (wanted.length === 0 || wanted.some((id) => lmap.role_ids.includes(id))),
        );
        const page = iamPage(query);
        return listed(cut(maps, page).map(viewLmap), page, maps.length);
      },
    ),
    endpoint(
      {
        ...common,
        method: "post",
        path: base,
        summary: "Map an LDAP group to roles",
        body: {
          kind: "json",
          schema: lmapBody,
          message: "cannot decode lmap",
          example: { name: "operators", ...ROLES },
        },
        answers: {
          200: iamMessageAnswer("lmap created"),
          ...badRequest,
          ...adminFailures,
          ...conflict,
        },
      },
      async ({ call, body, actor }) => {
        await createLmap(call, body, actor);
        return iamMessage("lmap created");
      },
    ),
    endpoint(
      {
        ...common,
        act: "see rights",
        method: "get",
        path: one,
        params,
        summary: "Read one LDAP group map",
        answers: {
          200: { ...payloadAnswer(lmapView), example: { payload: EXAMPLE } },
          ...adminFailures,
          ...notFound,
        },
      },
      ({ call, params: { name } }) => {
        const lmap = call.snapshot.lmaps.get(name);
        if (!lmap) throw missing("lmap", "get", name);
        return payload(viewLmap(lmap), undefined, entityTag(lmap.updated_at));
      },
    ),
    endpoint(
      {
        ...common,
        method: "put",
        path: one,
        params,
        summary: "Replace one LDAP group map",
        description: "The name is the one of the path.",
        body: {
          kind: "json",
          schema: lmapReplacement,
          message: "cannot decode lmap",
          example: ROLES,
        },
        answers: {
          200: iamMessageAnswer("lmap updated"),
          ...badRequest,
          ...adminFailures,
          ...notFound,
          ...preconditionFailed,
        },
      },
      async ({ call, params: { name }, body, actor, request }) => {
        await replaceLmap(onlyIf(call, request, "lmaps", name), name, body, actor);
        return iamMessage("lmap updated");
      },
    ),
    endpoint(
      {
        ...common,
        method: "delete",
        path: one,
        params,
        summary: "Delete one LDAP group map",
        answers: {
          200: iamMessageAnswer("lmap deleted"),
          ...adminFailures,
          ...notFound,
          ...preconditionFailed,
        },
      },
      async ({ call, params: { name }, actor, request }) => {
        await deleteLmap(onlyIf(call, request, "lmaps", name), name, actor);
        return iamMessage("lmap deleted");
      },
    ),
  ];
}

export const lmapEndpoints: readonly Endpoint[] = [
  ...routes("/v1/lmaps", "LDAP"),
  ...routes("/v1/ldap/maps", "LDAP"),
];
