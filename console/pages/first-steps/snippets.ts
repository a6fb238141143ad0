/**
 * What to write into an application, finished: with the addresses of this service and the client that was made.
 * The texts are those of the page of addresses; whole programs stand in front where a newcomer starts one.
 */
import { PROTECT } from "../docs/protect.ts";
import { SIGN_IN } from "../docs/sign-in.ts";
import { filled } from "../docs/snippet.ts";
import type { Registered } from "./kinds.ts";
import { nodeProgram } from "./node-program.ts";
import { pythonProgram } from "./python-program.ts";
import { portOf, type Target } from "./target.ts";

export interface Snippet {
  readonly name: string;
  readonly text: string;
}

/** Where the texts of the documentation have their application. */
const DOCUMENTED = "http://127.0.0.1:3000";

/** A text of the page of addresses, for an application that listens where its redirect URI says. */
function text(id: string, target: Target): Snippet {
  const { issuer, id: client, redirect } = target;
  const snippet = SIGN_IN.find((one) => one.id === id);
  if (!snippet) throw new Error(`no snippet ${id}`);
  const url = URL.canParse(redirect) ? new URL(redirect) : undefined;
  const moved = url
    ? snippet.text
        .replaceAll(`"${DOCUMENTED}/"`, () => JSON.stringify(url.href))
        .replaceAll(DOCUMENTED, () => `${url.protocol}//${url.host}`)
        .replaceAll("/callback", () => url.pathname.replace(/["'`$\\]/g, ""))
        .replace("port: 3000", `port: ${portOf(target)}`)
    : snippet.text;
  return {
    name: snippet.label,
    text: filled({ ...snippet, text: moved }, { issuer, client, service: "" }),
  };
}

const addresses = ({ issuer, id, redirect }: Target): Snippet => ({
  name: "Addresses",
  text: [
    `issuer         ${issuer}`,
    `discovery      ${issuer}/.well-known/openid-configuration`,
    `client_id      ${id}`,
    ...(redirect === "" ? [] : [`redirect_uri   ${redirect}`]),
  ].join("\n"),
});

/** The finished texts for a client; secrets are named by their variable and never in them. */
export function snippetsFor(issuer: string, application: Registered): readonly Snippet[] {
  const { kind, id, redirect } = application;
  const target = { issuer, id, redirect };
  const python = text("python", target);
  const made: Readonly<Record<typeof kind, readonly Snippet[]>> = {
    web: [
      { name: "openid-client (Node)", text: nodeProgram(target) },
      { ...python, text: pythonProgram(target, python.text) },
      text("spring", target),
      text("go", target),
    ],
    spa: [text("oauth4webapi", target)],
    native: [text("oauth4webapi", target)],
    machine: [text("curl", target)],
    mcp: [],
  };
  return [...made[kind], addresses(target)];
}

/** Proxies that ask this service about each request, and an own program. @param host of this service */
export const protections = (host: string): readonly Snippet[] =>
  PROTECT.map((snippet) => ({
    name: snippet.label,
    text: filled(snippet, { issuer: "", client: "", service: host }),
  }));
