/**
 * What counts once on the login page: codes of mails, of the second factor, of a sign-up. A double click sends them twice, and
 * the browser shows the answer to the second request: the same browser has the same answer to the same entry for a minute (B-5).
 */
import { textOf } from "../std/json-object.ts";
import { browserToken } from "./form-token.ts";
import type { Visit } from "./visit.ts";

const NAME = "answered form";

interface Kept<T> {
  readonly result: T;
  /** Of the answer: the session that began. */
  readonly headers: readonly [string, string][];
}

/** Whether the session that began goes on: who has signed out since is not signed in with what counted once. */
async function isGood({ session, incoming, request }: Visit, { headers }: Kept<unknown>) {
  const lines = headers.flatMap(([name, value]) => (name === "Set-Cookie" ? [value] : []));
  if (lines.length === 0) return true;
  const sent = new Headers(request.headers);
  sent.set("Cookie", lines.map((line) => line.split(";")[0]).join("; "));
  const next = new Request(request.url, { headers: sent });
  return (await session.current({ ...incoming, request: next })) !== undefined;
}

/**
 * Acts, unless the same entry of this browser was accepted just before: then its result and the headers of its answer. Opens
 * with the key of the session alone. A browser that was given no page of ours has nothing that makes it known.
 * @param entry what is done, and every field that it reads
 * @param once whether this result is one that a second request must not make again
 */
export async function actOnce<T>(
  visit: Visit,
  entry: readonly string[],
  act: () => Promise<T>,
  once: (result: T) => boolean = () => true,
): Promise<T> {
  const browser = browserToken(visit);
  if (browser === undefined) return act();
  const { login, answer } = visit;
  const before = answer.length;
  let acted: { readonly result: T } | undefined;
  const sealed = await login.forms().once([browser, ...entry], async () => {
    acted = { result: await act() };
    const kept: Kept<T> = { ...acted, headers: answer.slice(before) };
    return once(acted.result) ? login.box.seal(NAME, JSON.stringify(kept)) : undefined;
  });
  if (acted) return acted.result;
  const text = await login.box.open(NAME, sealed ?? "");
  // Kept by an instance with another key.
  if (text === undefined) return act();
  const kept = JSON.parse(text) as Kept<T>;
  if (!(await isGood(visit, kept))) return act();
  answer.push(...kept.headers);
  return kept.result;
}

/** Fields of an entry, in this order; what is absent counts as empty. */
export const fieldsOf = (body: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  names.map((name) => textOf(body, name) ?? "");
