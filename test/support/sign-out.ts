/** A browser at the login page, and applications that it opens and that are told when it signs out. */
import type { IncomingMessage } from "node:http";
import { expect } from "vitest";
import { CALLBACK, parametersOf, S256, VERIFIER } from "./authorize.ts";
import { type DocumentHost, startDocumentHost } from "./document-host.ts";
import { type GatewayOptions, startGateway, type TestGateway } from "./gateway.ts";
import { testRuntime } from "./runtime.ts";
import type { Jar } from "./session.ts";
import { claimsOf, headerOf, putClient, TOKEN } from "./tokens.ts";

export const END_SESSION = "/auth/oauth2/logout";
export const HOME = "https://app.example.com/signed-out";
const SECRET = "a secret of an application";

const credentialsOf = (id: string) => ({ id, secret: SECRET });

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** A logout token as an application got it. */
export interface Told {
  readonly path: string;
  readonly type: string;
  readonly token: string;
  // biome-ignore lint/suspicious/noExplicitAny: claims of tests are read member by member
  readonly claims: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly header: any;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

/** @param fields members of the record besides the usual ones */
export const putApplication = (
  gateway: TestGateway,
  id: string,
  fields: Record<string, unknown> = {},
) =>
  putClient(gateway.service, id, {
    client_name: `The ${id}`,
    client_secret: SECRET,
    redirect_uris: [CALLBACK],
    post_logout_redirect_uris: [HOME],
    skip_consent: true,
    ...fields,
  });

export interface SignOutSetup extends AsyncDisposable {
  readonly gateway: TestGateway;
  readonly host: DocumentHost;
  readonly told: Told[];
  /** Answers of applications by path; 200 when absent. */
  readonly answers: Map<string, number>;
  /** An application that is told at its own path of the host. */
  application(id: string, fields?: Record<string, unknown>): Promise<void>;
  /** Opens an application in a browser that is signed in. */
  open(jar: Jar, id: string, scope?: string): Promise<Tokens>;
  refresh(id: string, refresh_token: string): Promise<number>;
}

export async function signOutSetup(options: GatewayOptions = {}): Promise<SignOutSetup> {
  const host = await startDocumentHost();
  const runtime = testRuntime({ publicFetch: host.publicFetch, loops: true });
  const gateway = await startGateway({ runtime, ...options });
  const told: Told[] = [];
  const answers = new Map<string, number>();
  return {
    gateway,
    host,
    told,
    answers,
    async application(id, fields = {}) {
      const path = `/${id}/backchannel-logout`;
      const uri = host.answer(path, async (request, response) => {
        const token = (await formOf(request)).get("logout_token") ?? "";
        const type = request.headers["content-type"] ?? "";
        told.push({ path, type, token, claims: claimsOf(token), header: headerOf(token) });
        response.writeHead(answers.get(path) ?? 200).end();
      });
      await putApplication(gateway, id, { backchannel_logout_uri: uri, ...fields });
    },
    async open(jar, id, scope = "openid") {
      const query = parametersOf({ client_id: id, scope, ...S256 });
      const page = await jar.open(`/auth/oauth2/authorize?${query}`);
      const next = page.headers.get("location") ?? "";
      const { headers, text } = await jar.open(next);
      const code = URL.parse(headers.get("location") ?? "")?.searchParams.get("code");
      expect(code, text).toBeTruthy();
      const form = {
        grant_type: "authorization_code",
        code,
        redirect_uri: CALLBACK,
        code_verifier: VERIFIER,
      };
      const answer = await gateway.service.form(TOKEN, form, credentialsOf(id));
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
    async refresh(id, refresh_token) {
      const form = { grant_type: "refresh_token", refresh_token };
      return (await gateway.service.form(TOKEN, form, credentialsOf(id))).status;
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
    },
  };
}
