/** Short ways to say what a route of the IAM family answers, and that a refusal wrote nothing. */
import { expect } from "vitest";
import type { Answer, TestAuth } from "../../support/auth.ts";

export const version = async ({ json }: TestAuth): Promise<number> =>
  (await json("GET", "/auth/v1/version")).body.version;

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** The `error` member, as text or as a pattern. */
  readonly error?: string | RegExp;
}

/** Runs a request that must be refused with this body and must not have written anything. */
export async function refused(
  service: TestAuth,
  request: () => Promise<Answer>,
  { status, message, error }: Refusal,
): Promise<void> {
  const before = await version(service);
  const answer = await request();
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body.message).toBe(message);
  if (error instanceof RegExp) expect(answer.body.error).toMatch(error);
  else if (error !== undefined) expect(answer.body.error).toBe(error);
  expect(["message", "error", "messages"]).toEqual(
    expect.arrayContaining(Object.keys(answer.body)),
  );
  expect(await version(service), "a refusal writes nothing").toBe(before);
}

/** A success without data: the text and nothing else. */
export function saysOnly(answer: Answer, text: string): void {
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toEqual({ message: { text } });
}

/** The id of a create, which answers 200 and nothing but the id (auth-wire 1.1, rule 3). */
export async function created(answer: Promise<Answer>): Promise<string> {
  const { status, text, body } = await answer;
  expect(status, text).toBe(200);
  expect(body).toEqual({ payload: { id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/) } });
  return body.payload.id;
}

type Json = Record<string, unknown>;

export const createRole = ({ json }: TestAuth, name: string, more: Json = {}): Promise<string> =>
  created(json("POST", "/auth/v1/roles", { name, ...more }));

export const createPermission = (
  { json }: TestAuth,
  name: string,
  more: Json = {},
): Promise<string> => created(json("POST", "/auth/v1/permissions", { name, ...more }));

/** The record at a path, after asserting that it is there. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of tests are read member by member
export async function payloadOf({ json }: TestAuth, path: string): Promise<any> {
  const { status, text, body } = await json("GET", path);
  expect(status, text).toBe(200);
  return body.payload;
}
