/** {prefix}/v1/configuration: the configuration as one document: out, a plan, and in (ADR 0100). */
import { z } from "zod";
import {
  applyConfiguration,
  type PlannedChange,
  planConfiguration,
} from "../../configuration/apply.ts";
import { EXPORTED, type ExportedKind, exportConfiguration } from "../../configuration/export.ts";
import { DocumentError, placedMessage } from "../../configuration/faults.ts";
import { KINDS } from "../../configuration/schema.ts";
import { TextFault } from "../../configuration/yaml-fault.ts";
import { AuthError } from "../../errors.ts";
import { accountOf, type CallerContext } from "../../iam/caller.ts";
import { messageBecause } from "../../messages/message.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badQuery, badRequest, conflict } from "../endpoint/failures.ts";
import { preconditionFailed } from "./precondition.ts";

const TAG = "Configuration";

/** No act: reading all of it or writing all of it is for a full administrator. */
const common = { plane: "admin", family: "service", tag: TAG } as const;

const EXAMPLE = {
  oauth_clients: {
    notes: { client_name: "Notes", redirect_uris: ["https://notes.example.com/callback"] },
  },
};

const DOCUMENT = {
  description:
    "The document as an object, or its text in YAML or JSON. Refusals of a text name its lines. Secrets are texts: `{file: …}` and `{env: …}` are read by `postern apply`.",
};

const body = z.object({
  document: z.union([z.string(), z.record(z.string(), z.unknown())]).meta(DOCUMENT),
  prune: z.boolean().optional().meta({
    description:
      "Takes away records that the document does not name, of kinds that it has. Never people.",
  }),
});

/** Of plan and application. */
const documentBody = {
  kind: "json",
  schema: body,
  exactNumbers: true,
  message: "cannot read the configuration",
  example: { document: EXAMPLE },
} as const;

const change = z
  .object({
    kind: z.enum(KINDS),
    name: z.string(),
    action: z.enum(["create", "change", "remove"]),
    members: z.array(
      z.object({
        member: z.string(),
        before: z.unknown().optional(),
        after: z.unknown().optional(),
        secret: z.literal(true).optional().meta({ description: "Changed, and told no further" }),
      }),
    ),
  })
  .meta({ id: "PlannedChange" });

const CHANGES: readonly PlannedChange[] = [
  {
    kind: "oauth_clients",
    name: "notes",
    action: "change",
    members: [
      { member: "client_name", before: "Note", after: "Notes" },
      { member: "client_secret", secret: true },
    ],
  },
];

/** The name of a text in its refusals. */
const TEXT = "document";

type Sent = z.output<typeof body>;

/** The document of a text, and the lines of its refusals. */
async function opened({ document }: Sent) {
  if (typeof document !== "string") return { document, lineOf: () => undefined };
  const { parseText } = await import("../../configuration/text.ts");
  try {
    const { given, lineOf } = parseText(document, TEXT);
    return { document: given, lineOf };
  } catch (cause) {
    if (!(cause instanceof TextFault)) throw cause;
    const options = { detail: cause.said, cause };
    throw new AuthError("invalid_request", "cannot read the configuration", options);
  }
}

const wishOf = (sent: Sent, actor: string, caller: CallerContext) => ({
  ...{ prune: sent.prune === true, actor, account: accountOf(caller) },
});

/** Reads the document and does something with it; a refusal names the lines of a text. */
async function withDocument<T>(sent: Sent, use: (document: unknown) => Promise<T>): Promise<T> {
  const { document, lineOf } = await opened(sent);
  try {
    return await use(document);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const messages = error.faults.map((fault) => {
      const line = lineOf(fault.path);
      const said = placedMessage(fault);
      return line === undefined ? said : messageBecause("fault.document.at_line", { line }, said);
    });
    throw new AuthError(error.code, error.message, {
      detail: messages.map(({ text }) => text).join("; "),
      messages,
      cause: error,
    });
  }
}

const read = endpoint(
  {
    ...common,
    method: "get",
    path: "/v1/configuration",
    summary: "Read the configuration as one document",
    description:
      "Settings, config records, permissions, roles, group maps and service accounts, with names in the place of ids. Without secrets, people, and clients that registered themselves. What is read can be applied here or elsewhere, and is the seed document of another installation.",
    query: z.object({
      only: z
        .array(z.enum(EXPORTED as readonly ExportedKind[]))
        .optional()
        .meta({ description: "Members of the document; absent: all of them" }),
    }),
    answers: {
      200: {
        ...payloadAnswer(
          z.object({
            document: z.record(z.string(), z.unknown()),
            text: z.string().meta({
              description: "The same in YAML; comments say where a secret is stored",
            }),
          }),
        ),
        example: {
          payload: {
            document: EXAMPLE,
            text: "oauth_clients:\n  notes:\n    # client_secret: is stored\n    client_name: Notes\n    redirect_uris:\n      - https://notes.example.com/callback\n",
          },
        },
      },
      ...badQuery,
      ...adminFailures,
    },
  },
  async ({ call, query }) => {
    const only = query.only && query.only.length > 0 ? query.only : undefined;
    const exported = await exportConfiguration(call.snapshot, only);
    const { yamlOf } = await import("../../configuration/write-text.ts");
    return payload({ document: exported.document, text: yamlOf(exported) });
  },
);

const plan = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/configuration/plan",
    summary: "Say what applying a document would do",
    description:
      "Changes nothing. Every check of the routes is made, and every rule that is asked before a change is saved, so what is refused here would be refused there. The `ETag` stands for exactly these changes.",
    body: documentBody,
    answers: {
      200: {
        ...payloadAnswer(z.object({ changes: z.array(change) })),
        example: { payload: { changes: CHANGES } },
      },
      ...badRequest,
      ...adminFailures,
      ...conflict,
    },
  },
  ({ call, body: sent, actor, caller }) =>
    withDocument(sent, async (document) => {
      const wish = { document, ...wishOf(sent, actor, caller) };
      const { id, changes } = await planConfiguration(call, wish);
      return payload({ changes }, undefined, { ETag: `"${id}"` });
    }),
);

const TAGGED = /^(?:W\/)?"([\w-]{43})"$/;

/** The plan of `If-Match`; one that is none of ours fits nothing. */
function plannedBy(request: Request): string | undefined {
  const header = request.headers.get("if-match");
  if (header === null || header.trim() === "*") return undefined;
  return TAGGED.exec(header.trim())?.[1] ?? "";
}

const apply = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/configuration/apply",
    summary: "Apply a document",
    description:
      "All of it or nothing, in one transaction. A record of the document replaces the stored one, but for secrets that it leaves out; other records stay, unless `prune` takes them away. `If-Match` takes the `ETag` of the plan: then nothing else is done than what it said. What is as the document says already is left alone.",
    body: documentBody,
    answers: {
      200: {
        ...payloadAnswer(
          z.object({ message: z.string(), changes: z.array(change) }),
          "configuration applied",
        ),
        example: {
          payload: { message: "configuration applied", changes: CHANGES },
          meta: { version: 43 },
        },
      },
      ...badRequest,
      ...adminFailures,
      ...conflict,
      ...preconditionFailed,
    },
  },
  ({ call, body: sent, actor, caller, request }) =>
    withDocument(sent, async (document) => {
      const wish = { document, ...wishOf(sent, actor, caller) };
      const done = await applyConfiguration(call, wish, plannedBy(request));
      const { changes, version } = done;
      const message = changes.length > 0 ? "configuration applied" : "nothing to do";
      return payload({ message, changes }, { version });
    }),
);

export const configurationEndpoints: readonly Endpoint[] = [read, plan, apply];
