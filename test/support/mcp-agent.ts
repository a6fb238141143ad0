/** An agent that knows the address of an MCP server alone, with the official SDK, and the person at its browser. */
import {
  auth,
  type OAuthClientProvider,
  UnauthorizedError,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect } from "vitest";
import { Jar } from "./session.ts";

/** How a product introduces itself. */
export interface AgentOptions {
  /** What it sends in a registration; its redirect address is among the `redirect_uris`, up to the port. */
  readonly metadata: OAuthClientMetadata;
  /** The redirect address of this sign-in. */
  readonly redirect: string;
  /** What a person typed in: an id, and a secret where there is one. */
  readonly byHand?: { readonly client_id: string; readonly client_secret?: string };
  /** Its client ID metadata document. */
  readonly document?: string;
}

/** Keeps what a product keeps; a person takes the browser where it points. */
export class Agent implements OAuthClientProvider {
  readonly clientMetadata: OAuthClientMetadata;
  redirectUrl: string;
  readonly clientMetadataUrl?: string;
  /** What it holds of the client; as answered by a registration. */
  client: OAuthClientInformationMixed | undefined;
  held: OAuthTokens | undefined;
  /** Where the browser was sent, the latest last. */
  readonly visited: URL[] = [];
  readonly #states: string[] = [];
  #verifier = "";

  constructor({ metadata, redirect, byHand, document }: AgentOptions) {
    this.clientMetadata = metadata;
    this.redirectUrl = redirect;
    this.client = byHand;
    if (document !== undefined) this.clientMetadataUrl = document;
  }

  state(): string {
    const state = crypto.randomUUID();
    this.#states.push(state);
    return state;
  }
  clientInformation = () => this.client;
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.client = information;
  };
  tokens = () => this.held;
  saveTokens = (tokens: OAuthTokens) => {
    this.held = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.visited.push(url);
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;

  /** Where it sent the browser last. */
  sentTo(): URL {
    const last = this.visited.at(-1);
    if (!last) throw new Error("the agent opened no browser");
    return last;
  }

  /** Where it listens for the answer: the state must be its own (RFC 6749 §10.12). */
  receive(location: string): string {
    const answer = new URL(location);
    expect(location.split("?")[0]).toBe(this.redirectUrl);
    expect(answer.searchParams.get("state")).toBe(this.#states.at(-1));
    expect(answer.searchParams.get("error"), answer.search).toBeNull();
    return answer.searchParams.get("code") ?? "";
  }
}

/** A person who is signed in: opens what the agent opens, and presses Allow. */
export class Person {
  readonly browser: Jar;
  /** The consent page that was shown last. */
  page = "";

  constructor(origin: string) {
    this.browser = new Jar((request) => fetch(request, { redirect: "manual" }), origin);
  }

  async signIn(username: string, password: string, provider = "postern"): Promise<void> {
    const answer = await this.browser.send("POST", `/login/auth/token/${provider}`, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password }),
    });
    expect(answer.status, answer.text).toBe(204);
  }

  /** @returns where the browser was sent back to */
  async decide(start: URL, action: "approve" | "deny" = "approve"): Promise<string> {
    const begun = await this.browser.open(start.href);
    const flow = begun.headers.get("location") ?? "";
    expect(flow, begun.text).toContain("/oauth2/consent?flow=");
    const shown = await this.browser.open(flow);
    expect(shown.status, shown.text).toBe(200);
    this.page = shown.text;
    const [, form_token = ""] = /name="form_token" value="([\w.-]+)"/.exec(shown.text) ?? [];
    const decided = await this.browser.send("POST", "/auth/oauth2/consent", {
      body: new URLSearchParams({
        flow: new URLSearchParams(flow.split("?")[1]).get("flow") ?? "",
        form_token,
        action,
      }),
    });
    return decided.headers.get("location") ?? "";
  }
}

async function open(server: URL, agent: Agent) {
  const transport = new StreamableHTTPClientTransport(server, { authProvider: agent });
  const client = new Client({ name: "agent", version: "1.0.0" });
  // Its optional members do not allow `undefined` by name, as the interface's do.
  return { client, transport, connected: client.connect(transport as Transport) };
}

/** Connects; where the server wants a sign-in, the person goes through it, and it connects again. */
export async function connect(server: URL, agent: Agent, person: Person): Promise<Client> {
  const first = await open(server, agent);
  try {
    await first.connected;
    return first.client;
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  await first.transport.finishAuth(agent.receive(await person.decide(agent.sentTo())));
  const second = await open(server, agent);
  await second.connected;
  return second.client;
}

/** The text that a tool answers with. */
export async function callTool(client: Client, name: string, input = {}): Promise<string> {
  const answer = await client.callTool({ name, arguments: input });
  const [said] = answer.content as { text?: string }[];
  return said?.text ?? "";
}

/**
 * Asks the person for more (MCP 2026-07-28, step-up flow): for what was asked before together with what the
 * server now names. The refresh token is put aside, since a refresh cannot bring more scope.
 */
export async function stepUp(server: URL, agent: Agent, person: Person, scope: string) {
  const before = agent.sentTo().searchParams.get("scope")?.split(" ") ?? [];
  const union = [...new Set([...before, ...scope.split(" ")])].join(" ");
  agent.held = undefined;
  expect(await auth(agent, { serverUrl: server, scope: union })).toBe("REDIRECT");
  const authorizationCode = agent.receive(await person.decide(agent.sentTo()));
  expect(await auth(agent, { serverUrl: server, authorizationCode })).toBe("AUTHORIZED");
}
