/** The dialogues: a signed-in user's code flow with PKCE, and what is asked with its tokens. */
import type { Step } from "./flow-script.ts";
import { basic, formHeaders } from "./processes.ts";

export const CLIENT = { id: "bench-app", secret: "bench-secret-bench-secret-bench-secret" };
export const CALLBACK = "https://rp.example.com/callback";
export const RESOURCE = "https://api.example.com/";

const SCOPE = "openid profile email";
const VERIFIER = "bench-verifier-bench-verifier-bench-verifier-bench";
const challenge = async () =>
  Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(VERIFIER))).toString("base64url");

const HTML = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } as const;
const CLIENT_HEADERS = { ...formHeaders, Authorization: basic(CLIENT) } as const;

async function authorizeQuery(more: Readonly<Record<string, string>>): Promise<string> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: CLIENT.id,
    redirect_uri: CALLBACK,
    scope: SCOPE,
    state: "state-of-the-bench",
    nonce: "nonce-of-the-bench",
    code_challenge: await challenge(),
    code_challenge_method: "S256",
    ...more,
  });
  return query.toString();
}

const redeem = (path: string, host: string): Step => {
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  });
  return {
    method: "POST",
    path,
    headers: { Host: host, ...CLIENT_HEADERS },
    body: `${form}&code={code}`,
    status: 200,
    take: {
      access: '"access_token":"([^"]+)"',
      refresh: '"refresh_token":"([^"]+)"',
      id: '"id_token":"([^"]+)"',
    },
  };
};

/** Request, consent page, approval, tokens; the session in front sends the user's token. */
export async function ourFlow(port: number, userToken: string): Promise<Step[]> {
  const host = `127.0.0.1:${port}`;
  const browser = { Host: host, ...HTML, Authorization: `Bearer ${userToken}` };
  const consent = "/auth/oauth2/consent";
  return [
    {
      method: "GET",
      path: `/auth/oauth2/authorize?${await authorizeQuery({})}`,
      headers: browser,
      status: 302,
      take: { flow: "\\nlocation: [^\\r]*\\?flow=([0-9a-f]+)" },
    },
    {
      method: "GET",
      path: `${consent}?flow={flow}`,
      headers: browser,
      status: 200,
      take: { form: 'name="form_token" value="([^"]+)"' },
    },
    {
      method: "POST",
      path: consent,
      headers: {
        ...browser,
        ...formHeaders,
        Origin: `http://${host}`,
        "Sec-Fetch-Site": "same-origin",
      },
      body: "flow={flow}&form_token={form}&action=approve",
      status: 302,
      take: { code: "\\nlocation: [^\\r]*[?&]code=([^&\\r]+)" },
    },
    redeem("/auth/oauth2/token", host),
  ];
}

const cookie = (name: string) => `\\nset-cookie: ${name.replace(".", "\\.")}=([^;\\r]+)`;
const SESSION = "_session={session}; _session.sig={session_sig}";

export interface PeerFlow {
  /** JWT access tokens as ours are; without, the opaque ones of its default. */
  readonly jwt: boolean;
  /** With the session of an earlier flow; otherwise its interaction signs in as well. */
  readonly signedIn: boolean;
}

/** Request, interaction (which decides without a page), resumption, tokens. */
export async function peerFlow(port: number, { jwt, signedIn }: PeerFlow): Promise<Step[]> {
  const host = `127.0.0.1:${port}`;
  const browser = { Host: host, ...HTML };
  const cookies = (...more: readonly string[]) => {
    const all = [...more, ...(signedIn ? [SESSION] : [])];
    return all.length > 0 ? { Cookie: all.join("; ") } : {};
  };
  // Who has a session would not be asked again: ours always asks.
  const prompt = signedIn ? { prompt: "consent" } : { login_hint: "ada" };
  const query = await authorizeQuery({ ...prompt, ...(jwt && { resource: RESOURCE }) });
  return [
    {
      method: "GET",
      path: `/auth?${query}`,
      headers: { ...browser, ...cookies() },
      status: 303,
      take: {
        interaction: "\\nlocation: [^\\r]*/interaction/([\\w-]+)",
        asked: cookie("_interaction"),
        asked_sig: cookie("_interaction.sig"),
        resume: cookie("_interaction_resume"),
        resume_sig: cookie("_interaction_resume.sig"),
      },
    },
    {
      method: "GET",
      path: "/interaction/{interaction}",
      headers: {
        ...browser,
        ...cookies("_interaction={asked}; _interaction.sig={asked_sig}"),
      },
      status: 303,
      take: { back: "\\nlocation: http://[^/]+(/[^\\r]+)" },
    },
    {
      method: "GET",
      path: "{back}",
      headers: {
        ...browser,
        ...cookies("_interaction_resume={resume}; _interaction_resume.sig={resume_sig}"),
      },
      status: 303,
      take: {
        code: "\\nlocation: [^\\r]*[?&]code=([^&\\r]+)",
        ...(!signedIn && { session: cookie("_session"), session_sig: cookie("_session.sig") }),
      },
    },
    redeem("/token", host),
  ];
}

const ANSWER = { answer: "\\r\\n\\r\\n(\\{[^]*\\})" } as const;

const tokenForm = (path: string, port: number, body: string): Step => ({
  method: "POST",
  path,
  headers: { Host: `127.0.0.1:${port}`, ...CLIENT_HEADERS },
  body,
  status: 200,
  take: ANSWER,
});

export const refresh = (path: string, port: number): Step =>
  tokenForm(path, port, "grant_type=refresh_token&refresh_token={refresh}");

/** An inactive token is answered with 200 too. */
export const introspect = (path: string, port: number): Step => ({
  ...tokenForm(path, port, "token={access}"),
  take: { ...ANSWER, active: '("active":true)' },
});

export const userinfo = (path: string, port: number): Step => ({
  method: "GET",
  path,
  headers: { Host: `127.0.0.1:${port}`, Authorization: "Bearer {access}" },
  status: 200,
  take: ANSWER,
});
