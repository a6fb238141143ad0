/**
 * How products that speak MCP introduce themselves when they register, as their documentation and public issue threads
 * describe it; `docs/mcp.md` says where. What is not published is left out.
 */
import type { OAuthClientMetadata } from "@modelcontextprotocol/sdk/shared/auth.js";

export interface Product {
  readonly name: string;
  /** @param port that was free when the product registered */
  readonly metadata: (port: number) => OAuthClientMetadata;
  /** The redirect address of a sign-in. @param port that is free at that time */
  readonly redirect: (port: number) => string;
}

const PUBLIC = {
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

export const CURSOR_REDIRECTS = [
  "cursor://anysphere.cursor-mcp/oauth/callback",
  "https://www.cursor.com/agents/mcp/oauth/callback",
  "http://localhost:8787/callback",
] as const;

/** The one that everybody's port is for. */
const VSCODE_PORT = 33_418;

export const PRODUCTS: readonly Product[] = [
  {
    name: "Claude Code",
    metadata: (port) => ({
      ...PUBLIC,
      client_name: "Claude Code",
      redirect_uris: [`http://localhost:${port}/callback`],
    }),
    redirect: (port) => `http://localhost:${port}/callback`,
  },
  {
    name: "Claude desktop and web",
    metadata: () => ({
      ...PUBLIC,
      client_name: "Claude",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
    }),
    redirect: () => "https://claude.ai/api/mcp/auth_callback",
  },
  {
    name: "ChatGPT",
    metadata: () => ({
      ...PUBLIC,
      client_name: "ChatGPT",
      redirect_uris: ["https://chatgpt.com/connector/oauth/a1B2c3D4e5F6"],
    }),
    redirect: () => "https://chatgpt.com/connector/oauth/a1B2c3D4e5F6",
  },
  {
    name: "Cursor",
    metadata: () => ({ ...PUBLIC, client_name: "Cursor", redirect_uris: [...CURSOR_REDIRECTS] }),
    redirect: () => CURSOR_REDIRECTS[0],
  },
  {
    name: "VS Code",
    metadata: () => ({
      ...PUBLIC,
      client_name: "Visual Studio Code",
      client_uri: "https://code.visualstudio.com",
      grant_types: [
        "authorization_code",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
      ],
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        `http://127.0.0.1:${VSCODE_PORT}/`,
      ],
      application_type: "native",
    }),
    // Where its own port is taken, it listens on another one.
    redirect: (port) => `http://127.0.0.1:${port}/`,
  },
  {
    name: "Copilot CLI",
    metadata: (port) => ({
      ...PUBLIC,
      client_name: "GitHub Copilot CLI",
      redirect_uris: [`http://127.0.0.1:${port}/`],
      application_type: "native",
    }),
    redirect: (port) => `http://127.0.0.1:${port}/`,
  },
  {
    name: "MCP Inspector",
    metadata: () => ({
      ...PUBLIC,
      client_name: "MCP Inspector",
      client_uri: "https://github.com/modelcontextprotocol/inspector",
      redirect_uris: ["http://localhost:6274/oauth/callback"],
    }),
    redirect: () => "http://localhost:6274/oauth/callback",
  },
];

/** A product whose id is the address of a document. */
export interface DocumentProduct {
  readonly name: string;
  /** As published; the tests put it on a host of their own. */
  readonly path: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly redirect: (port: number) => string;
}

export const DOCUMENT_PRODUCTS: readonly DocumentProduct[] = [
  {
    name: "Claude Code",
    path: "/oauth/claude-code-client-metadata",
    document: {
      client_name: "Claude Code",
      redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
    },
    redirect: (port) => `http://localhost:${port}/callback`,
  },
  {
    name: "VS Code",
    path: "/oauth/client-metadata.json",
    document: {
      client_name: "Visual Studio Code",
      redirect_uris: [
        "http://127.0.0.1:33418/",
        "https://vscode.dev/redirect",
        "https://insiders.vscode.dev/redirect",
      ],
    },
    redirect: () => "https://vscode.dev/redirect",
  },
  {
    name: "Copilot CLI",
    path: "/copilot/cli/client-metadata.json",
    document: {
      client_name: "GitHub Copilot CLI",
      application_type: "native",
      redirect_uris: ["http://127.0.0.1:33418/"],
    },
    // It listens on another port than its document says.
    redirect: (port) => `http://127.0.0.1:${port}/`,
  },
];
