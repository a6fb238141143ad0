/** A company's OpenID provider (oidc-provider) with opaque access tokens, and a person who signs in at it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

export interface OpenidProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Groups of everyone who signs in from now on. */
  groups: readonly string[];
  /** Stops answering, everything or one path; the port stays its own. */
  pause(path?: string): void;
}

export const PROVIDER_CLIENT = { client_id: "postern", client_secret: "between two services" };

interface ProviderOptions {
  /** Access tokens have this audience and are JWTs of RFC 9068, which name no user. */
  readonly jwtFor?: string;
  /** ID tokens hold what their scopes name, and not `sub` alone. */
  readonly idTokenClaims?: boolean;
}

/** @param callbacks of the services that use it */
export async function startOpenidProvider(
  callbacks: readonly string[],
  { jwtFor, idTokenClaims = false }: ProviderOptions = {},
): Promise<OpenidProvider> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "company" };
  let groups: readonly string[] = ["staff"];
  const provider = new Provider(issuer, {
    clients: [
      {
        ...PROVIDER_CLIENT,
        grant_types: ["authorization_code"],
        redirect_uris: [...callbacks],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ["cookies of a test"] },
    pkce: { required: () => true },
    conformIdTokenClaims: !idTokenClaims,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        email: `${sub}@example.com`,
        email_verified: true,
        name: sub,
        groups: [...groups],
      }),
    }),
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: jwtFor !== undefined,
        defaultResource: () => (jwtFor === undefined ? undefined : "https://api.example.com"),
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          ...{ scope: "openid email profile", audience: jwtFor, accessTokenFormat: "jwt" },
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
  });
  const answer = provider.callback();
  server.on("request", answer);
  return {
    issuer,
    set groups(value) {
      groups = value;
    },
    get groups() {
      return groups;
    },
    pause: (path) => {
      server.off("request", answer);
      server.on("request", (request, response) => {
        if (path !== undefined && request.url !== path) answer(request, response);
        else response.destroy();
      });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A browser that knows HTTP alone, with cookies of its own for each origin. */
export interface Visitor {
  /** Follows redirects to the last answer; types the name at the provider and agrees. */
  open(
    url: string,
    name: string,
  ): Promise<{ readonly url: URL; readonly status: number; readonly text: string }>;
  /** Every address that it was sent to. */
  readonly visited: readonly string[];
  cookies(origin: string): string;
}

export function visitor(): Visitor {
  const jars = new Map<string, Map<string, string>>();
  const visited: string[] = [];
  const cookies = (origin: string) =>
    [...(jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");

  async function send(url: URL, form?: Record<string, string>): Promise<Response> {
    visited.push(url.href);
    const response = await fetch(url, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: cookies(url.origin), accept: "text/html" },
      ...(form && { body: new URLSearchParams(form) }),
    });
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, pair.slice(pair.indexOf("=") + 1));
    }
    return response;
  }

  return {
    visited,
    cookies,
    async open(start, name) {
      let url = new URL(start);
      let response = await send(url);
      for (let left = 25; left > 0; left--) {
        const location = response.headers.get("location");
        if (location !== null) {
          url = new URL(location, url);
          // Nothing listens at the application.
          if (url.hostname === "app.example.com") return { url, status: 0, text: "" };
          response = await send(url);
          continue;
        }
        const text = await response.text();
        const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1];
        if (prompt === undefined) return { url, status: response.status, text };
        const form = prompt === "login" ? { prompt, login: name, password: "x" } : { prompt };
        response = await send(new URL(/action="([^"]+)"/.exec(text)?.[1] ?? "", url), form);
      }
      throw new Error(`${start} leads in a circle, at last to ${url}`);
    },
  };
}
