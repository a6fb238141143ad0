/** The code flow as a browser and a client drive it, over HTTP alone. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { Answer, Credentials, TestAuth } from "./auth.ts";
import { TOKEN, WEB } from "./tokens.ts";

export const AUTHORIZE = "/auth/oauth2/authorize";
export const CONSENT = "/auth/oauth2/consent";
export const CALLBACK = "https://app.example.com/callback";
export const VERIFIER = "a-verifier-of-forty-three-characters-or-more";
export const s256 = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");
export const S256 = { code_challenge: s256(VERIFIER), code_challenge_method: "S256" } as const;

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A valid request of the client `WEB`; a list repeats the parameter, undefined leaves it out. */
export function parametersOf(fields: Fields = {}): URLSearchParams {
  const all: Fields = {
    response_type: "code",
    client_id: WEB.id,
    redirect_uri: CALLBACK,
    state: "s-1",
    ...fields,
  };
  const pairs = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, one] as [string, string]),
  );
  return new URLSearchParams(pairs);
}

export const startWith = (service: TestAuth, fields: Fields = {}, headers: HeadersInit = {}) =>
  service.request("GET", `${AUTHORIZE}?${parametersOf(fields)}`, { headers });

export const locationOf = ({ headers }: Answer) => headers.get("location") ?? "";

/** Parameters that a redirect brings to the client. */
export const answerOf = (answer: Answer): Record<string, string> => {
  expect(answer.status, answer.text).toBe(302);
  return Object.fromEntries(new URL(locationOf(answer)).searchParams);
};

/** Id of a new pending flow. */
export async function newFlow(service: TestAuth, fields: Fields = {}): Promise<string> {
  const answer = await startWith(service, fields);
  expect(answer.status, answer.text).toBe(302);
  const [, flow = ""] =
    /^\/auth\/oauth2\/consent\?flow=([0-9a-f]{64})$/.exec(locationOf(answer)) ?? [];
  expect(flow, locationOf(answer)).not.toBe("");
  return flow;
}

export const openPage = (service: TestAuth, flow: string, user: string | undefined = "ada") =>
  service.request("GET", `${CONSENT}?flow=${flow}`, {
    headers: { accept: "text/html", ...(user && { "x-user": user }) },
  });

export const formTokenOf = ({ text }: Answer) =>
  /name="form_token" value="([\w.-]+)"/.exec(text)?.[1] ?? "";

export const submit = (
  service: TestAuth,
  fields: Record<string, string> | URLSearchParams,
  user: string | undefined = "ada",
  headers: Record<string, string> = {},
) =>
  service.request("POST", CONSENT, {
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(user && { "x-user": user }),
      ...headers,
    },
    body: new URLSearchParams(fields),
  });

/** Opens the page of a new flow and presses a button. */
export async function decide(
  service: TestAuth,
  fields: Fields = {},
  form: Record<string, string> = {},
  user = "ada",
): Promise<Answer> {
  const flow = await newFlow(service, fields);
  const page = await openPage(service, flow, user);
  expect(page.status, page.text).toBe(200);
  const form_token = formTokenOf(page);
  return submit(service, { flow, form_token, action: "approve", ...form }, user);
}

/** A code of an approved request. */
export async function newCode(
  service: TestAuth,
  fields: Fields = {},
  form: Record<string, string> = {},
): Promise<string> {
  const { code } = answerOf(await decide(service, fields, form));
  expect(code).toMatch(/^[0-9a-f]{64}$/);
  return code ?? "";
}

export const redeem = (
  service: TestAuth,
  code: string,
  fields: Record<string, string> = {},
  client: Credentials | undefined = WEB,
) =>
  service.form(
    TOKEN,
    { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...fields },
    client,
  );
