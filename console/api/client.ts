/** The client of our own API, typed by its description. Calls go to this origin with the session's cookie alone. */
import createClient, { type Middleware } from "openapi-fetch";
import { PREFIX } from "./base.ts";
import { Failure, failureOf } from "./failure.ts";
import { isLockout, lockout } from "./lockout.ts";
import type { components, paths } from "./schema.gen.ts";
import { sessionEnded } from "./session-ended.ts";

export type Schemas = components["schemas"];

/** Writes under way, by the id of their call: what was sent cannot be read a second time. */
const sent = new Map<string, Request>();

/** The write once more, by a person who knows what it locks out. */
function forced(request: Request): Promise<Response> {
  const url = new URL(request.url);
  url.searchParams.set("force", "true");
  return fetch(new Request(url, request));
}

/** In answers of the management API: the newest change that the instance had heard of. */
const DATA_VERSION = "Postern-Data-Version";
let seen = 0;

/** Behind a proxy with several instances, what one has answered for is read through each. */
const ownWrites: Middleware = {
  onRequest({ request }) {
    if (seen > 0) request.headers.set(DATA_VERSION, String(seen));
  },
  onResponse({ response }) {
    seen = Math.max(seen, Number(response.headers.get(DATA_VERSION)));
  },
};

/** Mails that follow from a request speak the language of the console, which may be another one than the browser's. */
const language: Middleware = {
  onRequest({ request }) {
    const { lang } = document.documentElement;
    if (lang !== "") request.headers.set("Accept-Language", lang);
  },
};

const failures: Middleware = {
  onRequest({ request, id }) {
    if (request.method !== "GET") sent.set(id, request.clone());
  },
  async onResponse({ response, schemaPath, id }) {
    const write = sent.get(id);
    sent.delete(id);
    if (response.ok) return;
    const body = await response
      .clone()
      .json()
      .catch(() => undefined);
    // There it says that the current password is wrong.
    if (response.status === 401 && schemaPath !== "/v1/me/password") sessionEnded.announce();
    const failure = failureOf(response.status, body);
    if (write && isLockout(failure) && (await lockout.ask(failure))) {
      const answer = await forced(write);
      if (answer.ok) return answer;
      const text = await answer.json().catch(() => undefined);
      throw failureOf(answer.status, text);
    }
    throw failure;
  },
  onError({ error, id }) {
    sent.delete(id);
    return error instanceof Failure ? error : new Failure(0, "");
  },
};

/** Answers that are no success are thrown as `Failure`. */
export const api = createClient<paths>({
  baseUrl: PREFIX,
  credentials: "same-origin",
  // A refused session must not become a redirect to a page.
  headers: { Accept: "application/json" },
});
api.use(ownWrites, language, failures);

/** In place of a tag: what was read is that there is no such record. */
export const ABSENT = "absent";

/** Header that lets a PUT through only while there is no such record. */
export const ifNew = { header: { "If-None-Match": "*" } } as const;

/** Header that lets a write through only while the record is the one that was read; left out without a tag. */
export const ifMatch = (tag: string | undefined) =>
  tag === undefined ? {} : { header: { "If-Match": tag } };

/** The same for a PUT, which can be over nothing, too. */
export const ifUnchanged = (tag: string | undefined) => (tag === ABSENT ? ifNew : ifMatch(tag));

/** `ETag` of an answer that shows one record. */
export const tagOf = (response: Response) => response.headers.get("etag") ?? undefined;

/** The `payload` of an answer. */
export async function payloadOf<T>(
  answer: Promise<{ data?: { payload: T } | undefined }>,
): Promise<T> {
  const { data } = await answer;
  if (!data) throw new Failure(0, "");
  return data.payload;
}

/** A page of a list, and how many there are in all. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly total: number;
}

export async function listOf<T>(
  answer: Promise<{
    data?: { payload: T[]; meta?: { total_item_count?: number } | undefined } | undefined;
  }>,
): Promise<Listed<T>> {
  const { data } = await answer;
  if (!data) throw new Failure(0, "");
  return {
    items: data.payload ?? [],
    total: data.meta?.total_item_count ?? data.payload?.length ?? 0,
  };
}
