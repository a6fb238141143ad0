/** The routes of an IAM record: create, read, replace, change, delete; the same for every kind (auth-wire 2). */
import { z } from "zod";
import type { Call, Writer } from "../../call.ts";
import type { Act } from "../../settings/administration.ts";
import type { RecordTopic } from "../../store/precondition.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  createdAnswer,
  iamMessage,
  iamMessageAnswer,
  payload,
  payloadAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badQuery, badRequest, conflict, notFound } from "../endpoint/failures.ts";
import { entityTag, onlyIf, preconditionFailed } from "./precondition.ts";

export interface IamRecordKind {
  /** Path with `:id` in it. */
  readonly path: string;
  readonly tag: string;
  readonly topic: Extract<RecordTopic, "users" | "roles" | "permissions">;
  /** Name in messages, which clients know: "user" for service accounts, too (auth-wire 2.3). */
  readonly name: string;
  /** Name in the API description; `name` when absent. */
  readonly noun?: string;
}

interface Creatable<B> {
  /** Absent: by full administrators alone. */
  readonly act?: Act | undefined;
  readonly schema: z.ZodType<B>;
  readonly example: unknown;
  /** Of the record in the example of the answer. */
  readonly exampleId: string;
  readonly description: string;
  /** Answers its id. */
  readonly create: (writer: Writer, body: B, actor: string) => Promise<string>;
}

interface Readable<Q> {
  readonly act: Act;
  readonly view: z.ZodType;
  readonly query: z.ZodType<Q>;
  readonly example: unknown;
  readonly description?: string;
  /** The record as it is shown; throws `not_found`. */
  readonly show: (call: Call, id: string, query: Q) => unknown;
}

interface Writable<B> {
  /** Absent: by full administrators alone. */
  readonly act?: Act | undefined;
  readonly schema: z.ZodType<B>;
  readonly example: unknown;
  readonly description: string;
  readonly write: (writer: Writer, id: string, body: B, actor: string) => Promise<unknown>;
}

const params = z.object({ id: z.string() });

const common = ({ path, tag }: IamRecordKind) =>
  ({ plane: "admin", family: "iam", tag, path, params }) as const;

const nounOf = ({ noun, name }: IamRecordKind) => noun ?? name;

export function createRecord<B>(kind: IamRecordKind, record: Creatable<B>): Endpoint {
  const { act, schema, example, exampleId, description, create } = record;
  return endpoint(
    {
      ...{ plane: "admin", family: "iam", tag: kind.tag },
      method: "post",
      path: kind.path.replace("/:id", ""),
      ...(act && { act }),
      summary: `Create a ${nounOf(kind)}`,
      description,
      body: { kind: "json", schema, message: `cannot decode ${kind.name}`, example },
      answers: {
        200: { ...createdAnswer, example: { payload: { id: exampleId } } },
        ...badRequest,
        ...adminFailures,
        ...conflict,
      },
    },
    async ({ call, body, actor }) => payload({ id: await create(call, body, actor) }),
  );
}

export function readRecord<Q>(kind: IamRecordKind, record: Readable<Q>): Endpoint {
  const { act, view, query, example, description, show } = record;
  return endpoint(
    {
      ...common(kind),
      method: "get",
      act,
      query,
      summary: `Read one ${nounOf(kind)}`,
      ...(description && { description }),
      answers: {
        200: { ...payloadAnswer(view), example: { payload: example } },
        ...badQuery,
        ...adminFailures,
        ...notFound,
      },
    },
    async ({ call, params: { id }, query }) => {
      // The view has seconds alone.
      const records = call.snapshot[kind.topic === "users" ? "principals" : kind.topic];
      const { updated_at } = records.get(id) ?? {};
      const shown = await show(call, id, query);
      return payload(shown, undefined, updated_at ? entityTag(updated_at) : undefined);
    },
  );
}

function writeRecord<B>(
  kind: IamRecordKind,
  method: "put" | "patch",
  { act, schema, example, description, write }: Writable<B>,
): Endpoint {
  const { name } = kind;
  const replaces = method === "put";
  return endpoint(
    {
      ...common(kind),
      method,
      ...(act && { act }),
      summary: `${replaces ? "Replace" : "Change"} one ${nounOf(kind)}`,
      description,
      body: {
        kind: "json",
        schema,
        message: `cannot decode ${name}${replaces ? "" : " patch"}`,
        example,
      },
      answers: {
        200: iamMessageAnswer(`${name} updated`),
        ...badRequest,
        ...adminFailures,
        ...notFound,
        ...conflict,
        ...preconditionFailed,
      },
    },
    async ({ call, params: { id }, body, actor, request }) => {
      await write(onlyIf(call, request, kind.topic, id), id, body, actor);
      return iamMessage(`${name} updated`);
    },
  );
}

export const replaceRecord = <B>(kind: IamRecordKind, record: Writable<B>): Endpoint =>
  writeRecord(kind, "put", record);

export const patchRecord = <B>(kind: IamRecordKind, record: Writable<B>): Endpoint =>
  writeRecord(kind, "patch", record);

export const deleteRecord = (
  kind: IamRecordKind,
  description: string,
  remove: (writer: Writer, id: string, actor: string) => Promise<unknown>,
  act?: Act,
): Endpoint =>
  endpoint(
    {
      ...common(kind),
      method: "delete",
      ...(act && { act }),
      summary: `Delete one ${nounOf(kind)}`,
      description,
      answers: {
        200: iamMessageAnswer(`${kind.name} deleted`),
        ...adminFailures,
        ...notFound,
        ...preconditionFailed,
      },
    },
    async ({ call, params: { id }, actor, request }) => {
      await remove(onlyIf(call, request, kind.topic, id), id, actor);
      return iamMessage(`${kind.name} deleted`);
    },
  );
