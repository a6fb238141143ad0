/** The TypeScript SDK, of its second major version or with the word `v1` of its first. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import process from "node:process";
import { createInterface } from "node:readline";

const [address, version] = process.argv.slice(2);
const { Client, StreamableHTTPClientTransport, UnauthorizedError } =
  version === "v1"
    ? {
        ...(await import("@modelcontextprotocol/sdk/client/index.js")),
        ...(await import("@modelcontextprotocol/sdk/client/streamableHttp.js")),
        ...(await import("@modelcontextprotocol/sdk/client/auth.js")),
      }
    : await import("@modelcontextprotocol/client");

let answered = () => undefined;
const listener = createServer((request, response) => {
  response.end("Done.");
  const { searchParams } = new URL(request.url, "http://127.0.0.1");
  if (searchParams.has("code") || searchParams.has("error")) answered(searchParams);
}).listen(0, "127.0.0.1");
await once(listener, "listening");
const redirectUrl = `http://127.0.0.1:${listener.address().port}/callback`;

let [client, tokens, verifier, answer] = [];
const authProvider = {
  redirectUrl,
  clientMetadata: {
    client_name: "TypeScript SDK",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  },
  clientInformation: () => client,
  saveClientInformation: (information) => {
    client = information;
  },
  tokens: () => tokens,
  saveTokens: (issued) => {
    tokens = issued;
  },
  codeVerifier: () => verifier,
  saveCodeVerifier: (chosen) => {
    verifier = chosen;
  },
  redirectToAuthorization: (url) => {
    answer = new Promise((resolve) => {
      answered = resolve;
    });
    execFile("xdg-open", [url.href]);
  },
};

const transport = () => new StreamableHTTPClientTransport(new URL(address), { authProvider });

async function connect() {
  const connection = new Client({ name: "agent", version: "1.0.0" });
  const first = transport();
  try {
    await connection.connect(first);
    return connection;
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  const parameters = await answer;
  if (parameters.has("error")) throw new Error(parameters.get("error"));
  // The second version also checks the issuer (RFC 9207).
  await first.finishAuth(version === "v1" ? parameters.get("code") : parameters);
  return connect();
}

async function who() {
  const connection = await connect();
  const { content } = await connection.callTool({ name: "who", arguments: {} });
  await connection.close();
  return content[0].text;
}

for await (const _line of createInterface(process.stdin)) {
  const result = await who().then(
    (said) => ({ said }),
    (error) => ({ failed: error.message }),
  );
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
