/** {prefix}/v1/login-buttons: which providers elsewhere have a button on the login page, and giving them one (ADR 0091). */
import { z } from "zod";
import { deleteButton, putButton } from "../../records/login-button.ts";
import { buttonsIn, PROVIDER_RECORDS } from "../../records/login-buttons.ts";
import { buttonLogo } from "../../settings/records/session-provider.ts";
import { pageWays } from "../../way-in/page-ways.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badRequest, conflict, notFound } from "../endpoint/failures.ts";

const SOURCES = ["oauth", "saml"] as const;

const common = { plane: "admin", family: "service", tag: "Login page" } as const;
const params = z.object({
  source: z.enum(SOURCES).meta({ description: "Whose record it is: `oauth` or `saml`" }),
  id: z.string(),
});
// Not below the record: an id may end like any name that would stand there.
const path = "/v1/login-buttons/:source/:id{.+}";

const button = z
  .object({
    source: z.enum(SOURCES),
    id: z.string().meta({ description: "Of the provider's record" }),
    key: z.string().meta({ description: "Of the session provider" }),
    name: z.string().meta({ description: "What it says; empty: the name of the record" }),
    client_id: z.string(),
    group: z.string().meta({ description: "The group that has it; empty: the top level" }),
    priority: z.int().meta({ description: "Ascending on the page, then by key" }),
    logo: z.string().meta({ description: "A data URL; empty: the mark, or none" }),
    mark: z
      .string()
      .meta({ description: "The known provider that it leads to, whose mark it has; or empty" }),
    works: z
      .boolean()
      .meta({ description: "Whether the page shows it, and a sign-in by it can work" }),
  })
  .meta({ id: "LoginButton", title: "Button of the login page" });

const list = endpoint(
  {
    ...common,
    act: "see providers",
    method: "get",
    path: "/v1/login-buttons",
    summary: "List the buttons of the login page",
    description: "Each leads to an upstream or SAML provider of this service.",
    answers: {
      200: {
        ...payloadAnswer(z.array(button)),
        example: {
          payload: [
            {
              source: "oauth",
              id: "google",
              key: "google",
              name: "Google",
              client_id: "login-google",
              group: "",
              priority: 0,
              logo: "",
              mark: "google",
              works: true,
            },
          ],
        },
      },
      ...adminFailures,
    },
  },
  async ({ call }) => {
    const { service, snapshot } = call;
    const document = snapshot.stored_settings.get("session_providers")?.value ?? {};
    const { upstreams } = await pageWays(call);
    const buttons = SOURCES.flatMap((source) =>
      [...snapshot[PROVIDER_RECORDS[source]].keys()].flatMap((id) => {
        const works = upstreams.has(`${source}:${id}`);
        const mark =
          source === "oauth" ? (snapshot.oauth_providers.get(id)?.config?.preset ?? "") : "";
        return buttonsIn(service, document, { source, id }).map((one) => ({
          ...{ source, id, ...one, mark, works },
        }));
      }),
    );
    return payload(buttons);
  },
);

const put = endpoint(
  {
    ...common,
    method: "put",
    path,
    params,
    summary: "Put a button for one provider on the login page",
    description:
      "Makes the session provider and the client that a button needs, in one write; of a button that is there it changes what is named, and leaves the rest. The client comes back to the address of this request and to those of the page's own client.",
    body: {
      kind: "json",
      schema: z.object({
        name: z.string().trim().max(100).optional().meta({
          description: "What the button says; empty: the name of the record, or its id",
        }),
        logo: buttonLogo()
          .optional()
          .meta({ description: "A data URL of an SVG or PNG file of at most 16 KiB; empty: none" }),
        before: z
          .string()
          .nullish()
          .meta({ description: "Key of the button that it stands before; null: behind all" }),
        key: z.string().optional().meta({
          description: "Which one, where several lead to the provider; absent: all of them",
        }),
      }),
      message: "cannot decode button",
      example: { name: "Google" },
      optional: true,
    },
    answers: {
      200: {
        ...payloadAnswer(z.object({ key: z.string(), client_id: z.string(), name: z.string() })),
        example: {
          payload: { key: "google", client_id: "login-google", name: "Google" },
          meta: { version: 42 },
        },
      },
      ...badRequest,
      ...adminFailures,
      ...notFound,
      ...conflict,
    },
  },
  async ({ call, params: { source, id }, body, actor }) => {
    const request = { ...body, origin: call.origin };
    const { version, key, client_id, name } = await putButton(call, { source, id }, request, actor);
    return payload({ key, client_id, name }, { version });
  },
);

const remove = endpoint(
  {
    ...common,
    method: "delete",
    path,
    params,
    summary: "Take the button for one provider from the login page",
    description: "What was made for it goes with it: its session provider and its client.",
    answers: {
      200: serviceMessageAnswer("button removed"),
      ...adminFailures,
      ...notFound,
      ...conflict,
    },
  },
  async ({ call, params: { source, id }, actor }) =>
    serviceMessage("button removed", await deleteButton(call, { source, id }, actor)),
);

export const loginButtonEndpoints: readonly Endpoint[] = [list, put, remove];
