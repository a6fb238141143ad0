/** A person signs in for a client that is a document, over `fetch` alone: on every runtime, in tests and benches. */
import { createHash } from "node:crypto";

const ORIGIN = "https://id.example.com";
const VERIFIER = "a-verifier-of-forty-three-characters-or-more";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

type Fetch = (request: Request) => Response | Promise<Response>;

const send = (
  fetch: Fetch,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
) =>
  fetch(new Request(`${ORIGIN}${path}`, { method, headers, ...(body !== undefined && { body }) }));

const form = (fetch: Fetch, path: string, fields: Record<string, string>, headers = {}) =>
  send(
    fetch,
    "POST",
    path,
    { "content-type": "application/x-www-form-urlencoded", ...headers },
    `${new URLSearchParams(fields)}`,
  );

/** An unsealed service gets the person. */
export async function addPerson(fetch: Fetch): Promise<void> {
  const user = { alias: ["ada"], local: true, details: { name: "Ada", password: "correct horse" } };
  const headers = { "content-type": "application/json" };
  await send(fetch, "POST", "/auth/v1/users", headers, JSON.stringify(user));
}

export interface DocumentSignIn {
  /** Of the token endpoint; of the authorization endpoint where that refused. */
  readonly status: number;
  /** `azp` of the access token. */
  readonly client: string | undefined;
  /** The consent page names the host of the document. */
  readonly hostShown: boolean;
}

/** Authorize, consent page, approval, token. @param id URL of the document */
export async function signInForDocument(
  fetch: Fetch,
  id: string,
  redirect: string,
): Promise<DocumentSignIn> {
  const asked = new URLSearchParams({
    ...{ response_type: "code", client_id: id, redirect_uri: redirect, scope: "openid" },
    ...{ code_challenge: CHALLENGE, code_challenge_method: "S256" },
  });
  const begun = await send(fetch, "GET", `/auth/oauth2/authorize?${asked}`, {});
  const consent = begun.headers.get("location") ?? "";
  if (begun.status !== 302) return { status: begun.status, client: undefined, hostShown: false };
  const opened = await send(fetch, "GET", consent, { accept: "text/html", "x-user": "ada" });
  const page = await opened.text();
  const decided = await form(
    fetch,
    "/auth/oauth2/consent",
    {
      flow: new URLSearchParams(consent.split("?")[1]).get("flow") ?? "",
      form_token: /name="form_token" value="([\w.-]+)"/.exec(page)?.[1] ?? "",
      action: "approve",
    },
    { "x-user": "ada" },
  );
  const back = new URL(decided.headers.get("location") ?? "about:blank");
  const token = await form(fetch, "/auth/oauth2/token", {
    grant_type: "authorization_code",
    client_id: id,
    code: back.searchParams.get("code") ?? "",
    redirect_uri: redirect,
    code_verifier: VERIFIER,
  });
  const { access_token = "" } = (await token.json()) as { access_token?: string };
  const [, claims = ""] = access_token.split(".");
  const client = claims
    ? JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/"))).azp
    : undefined;
  return { status: token.status, client, hostShown: page.includes(new URL(id).host) };
}
