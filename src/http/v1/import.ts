/** {prefix}/v1/users/import: people of another service become users; answered line by line (ADR 0101). */
import { z } from "zod";
import { type Call, now, partOf } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { knownIssuer } from "../../federation/upstream/provider.ts";
import {
  defaultSource,
  FORMATS,
  type Format,
  type ImportOptions,
} from "../../iam/import/import-options.ts";
import { importPeople } from "../../iam/import/import-people.ts";
import { sourceName } from "../../iam/import/person.ts";
import { OUTCOMES } from "../../iam/import/report.ts";
import { ACCOUNT_INVITATIONS } from "../../iam/invitations/ways-of-people.ts";
import { requireMailableBy } from "../../oauth2/invitations/invite.ts";
import { mediaType, readBodyText } from "../../web/request-body.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { adminFailures, badQuery, badRequest } from "../endpoint/failures.ts";
import { flagParameter } from "../endpoint/list.ts";
import { stamp, streamedLines } from "./csv.ts";

/** Bytes of one request; the command takes files of any size. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** Characters that are read at a time. */
const PIECE_LENGTH = 65_536;

/** What an import asks of modules that stand above it. */
const ABOVE = { issuer_of: knownIssuer, require_mailable: requireMailableBy };

/** One at a time: each holds a file. */
const underWay = partOf(() => ({ running: false }));

const FORMAT_OF: ReadonlyMap<string, Format> = new Map([
  ["text/csv", "csv"],
  ["application/x-ndjson", "ndjson"],
  ["application/jsonl", "ndjson"],
  ["application/json", "keycloak"],
]);

function formatOf(request: Request, named: Format | undefined): Format {
  const format = named ?? FORMAT_OF.get(mediaType(request));
  if (format) return format;
  throw new AuthError("unsupported_media_type", "cannot import", {
    detail: `the body must be one of ${[...FORMAT_OF.keys()].join(", ")}, or name its format`,
  });
}

function* piecesOf(text: string): Generator<string> {
  // The mark of the byte order is no character of the first name.
  const from = text.startsWith("\ufeff") ? 1 : 0;
  for (let at = from; at < text.length; at += PIECE_LENGTH) yield text.slice(at, at + PIECE_LENGTH);
}

/** Answers when the first line is there, and goes on while the caller reads; a caller who leaves ends it. */
function report(call: Call, text: string, options: ImportOptions, actor: string): Response {
  const { service } = call;
  const state = underWay(service);
  async function* lines(): AsyncGenerator<string> {
    try {
      const imported = importPeople(call, piecesOf(text), options, actor);
      for (;;) {
        const { done, value } = await imported.next();
        yield `${JSON.stringify(done ? { summary: value } : value)}\n`;
        if (done) return;
      }
    } finally {
      state.running = false;
    }
  }
  return streamedLines(`import_${stamp(now(call))}.ndjson`, "application/x-ndjson", lines());
}

const example = [
  { line: 1, outcome: "created", name: "ada", id: "01J0A0B0C0D0E0F0G0H0J0K0M1" },
  {
    summary: {
      ...{ entries: 1, created: 1, updated: 0, unchanged: 0, skipped: 0, refused: 0 },
      ...{ dry_run: false, complete: true },
    },
  },
];

export const importEndpoint: Endpoint = endpoint(
  {
    ...{ plane: "admin", family: "service", tag: "Users" },
    method: "post",
    path: "/v1/users/import",
    summary: "Import people with their password hashes",
    description: `At most 32 MiB; the command \`postern import users\` takes files of any size. The answer has a JSON object a line: for each entry its \`line\`, an \`outcome\` (${OUTCOMES.join(", ")}), \`id\`, \`name\` and \`reason\`, and \`summary\` at the end. A person is known by \`source\` and \`external_id\`: a second run changes nothing. No mail is sent without \`invite\`; with it each line has \`invitation\` (${ACCOUNT_INVITATIONS.join(", ")}), and the mails leave behind the answer.`,
    query: z.object({
      format: z.enum(FORMATS).optional().meta({
        description: "Absent: by the media type; `application/json` is an export of Keycloak",
      }),
      source: sourceName.optional().meta({
        description:
          "What the service is called that the people come from, where an entry does not say it: `import`, or `keycloak`",
      }),
      dry_run: flagParameter(false),
      update: flagParameter(false),
      allow_administrators: flagParameter(false),
      without_totp: flagParameter(false),
      local: flagParameter(true),
      invite: flagParameter(false),
    }),
    body: {
      kind: "file",
      schema: z.string(),
      message: "cannot import",
      example: '{"alias": ["ada"], "email": "ada@example.com", "external_id": "5dea9f9c"}\n',
    },
    answers: {
      200: {
        description: "The report, one line for each entry, and the summary",
        contentType: "application/x-ndjson",
        schema: z.string(),
        example: example.map((one) => `${JSON.stringify(one)}\n`).join(""),
      },
      ...badQuery,
      ...badRequest,
      ...adminFailures,
    },
  },
  async ({ call, request, query, actor }) => {
    const format = formatOf(request, query.format);
    const state = underWay(call.service);
    if (state.running) {
      throw new AuthError("unavailable", "another import is under way", { retryAfter: 5 });
    }
    state.running = true;
    try {
      const text = await readBodyText(request, MAX_BODY_BYTES);
      const source = query.source ?? defaultSource(format);
      return report(call, text, { ...query, ...{ format, source }, ...ABOVE }, actor);
    } catch (error) {
      state.running = false;
      throw error;
    }
  },
);
