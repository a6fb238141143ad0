/** Clients that an administrator has little to do with: token exchange, devices, documents, registrations. */
import { documentRows } from "./documents.ts";
import { type Entrant, raceFlows } from "./flow-race.ts";
import { LEAST, MEMORY, PEER, rowsOf } from "./flow-rows.ts";
import type { Step } from "./flow-script.ts";
import { CLIENT } from "./flow-scripts.ts";
import { prepareFlow, withLeast } from "./flow-servers.ts";
import { httpRequest } from "./load.ts";
import { manager } from "./notes.ts";
import {
  basic,
  formHeaders,
  type Running,
  startPostern,
  startServer,
  withFolder,
} from "./processes.ts";
import { type BenchResult, exactly, info, ms, type Row } from "./result.ts";

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const ACCESS = "urn:ietf:params:oauth:token-type:access_token";
const CONNECTIONS = 32;
const REGISTRATIONS = 1_000;
const MAX_CLIENTS = 100;

const headers = { ...formHeaders, Authorization: basic(CLIENT) };

/** One request: all connections send the same subject token. */
const exchange = (name: string, server: Running, path: string, subject: string): Entrant => {
  const form = new URLSearchParams({
    grant_type: EXCHANGE,
    subject_token: subject,
    subject_token_type: ACCESS,
  });
  return { name, server, load: { requests: [httpRequest("POST", path, headers, `${form}`)] } };
};

/** Codes for a device, and its first poll: the person has not decided. */
function device(name: string, server: Running, begin: string, token: string): Entrant {
  const sent = {
    method: "POST",
    headers: { Host: `127.0.0.1:${server.port}`, ...headers },
  } as const;
  const steps: Step[] = [
    {
      ...sent,
      path: begin,
      body: "scope=openid",
      status: 200,
      take: { code: '"device_code":"([^"]+)"' },
    },
    {
      ...sent,
      path: token,
      body: `${new URLSearchParams({ grant_type: DEVICE })}&device_code={code}`,
      status: 400,
      take: { error: '"error":"(authorization_pending)"' },
    },
  ];
  return { name, server, load: { steps, starts: Array.from({ length: CONNECTIONS }, () => ({})) } };
}

/** The token of a service account of the peer, which is the subject of its exchanges. */
async function peerToken({ port }: Running): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/token`, {
    method: "POST",
    headers,
    body: "grant_type=client_credentials",
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (!token) throw new Error(`the peer gave no token: ${response.status}`);
  return token;
}

/** A thousand programs register at once where a hundred may be. */
async function registrationRows(
  { port }: Running,
  manage: ReturnType<typeof manager>,
): Promise<Row[]> {
  const value = { enabled: true, max_clients: MAX_CLIENTS, requests: { unlimited: true } };
  await manage("PUT", "/settings/registration", { value });
  const client = { client_name: "Bench", redirect_uris: ["https://app.example.com/callback"] };
  const from = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: REGISTRATIONS }, async () => {
      const response = await fetch(`http://127.0.0.1:${port}/auth/oauth2/register`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(client),
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const took = performance.now() - from;
  const count = (status: number) => statuses.filter((one) => one === status).length;
  const what = `${REGISTRATIONS} registrations at once, ${MAX_CLIENTS} may be`;
  return [
    info(`${what}, all answers`, ms(took)),
    exactly(`${what}: made`, count(201), MAX_CLIENTS),
    exactly(`${what}: refused with 429`, count(429), REGISTRATIONS - MAX_CLIENTS),
  ];
}

export function benchMachines(): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const ours = await startPostern([
      ...["--data-dir", folder],
      ...["--set", "cache.code_store.active=memory"],
    ]);
    const peer = await startServer("oidc-provider-machines", JSON.stringify(CLIENT));
    try {
      const userToken = await prepareFlow(ours);
      const manage = manager(fetch, `http://127.0.0.1:${ours.port}`, userToken);
      await manage("PUT", "/settings/device", { value: { requests: { unlimited: true } } });
      const [begin, token] = ["/auth/oauth2/device_authorization", "/auth/oauth2/token"];
      const subject = await peerToken(peer);
      const exchanged = await withLeast(1, (least) =>
        raceFlows([
          exchange(MEMORY, ours, token, userToken),
          exchange(PEER, peer, "/token", subject),
          exchange(LEAST, least, token, userToken),
        ]),
      );
      const polled = await raceFlows(
        [device(MEMORY, ours, begin, token), device(PEER, peer, "/device/auth", "/token")],
        { awake: true },
      );
      const requests = new Map([MEMORY, PEER].map((name) => [name, 2] as const));
      return {
        title: `Token exchange, a device that begins and polls (${CONNECTIONS} connections), client documents, registrations`,
        rows: [
          ...rowsOf("exchange", exchanged),
          ...rowsOf("device", polled, { requests }),
          ...(await documentRows()),
          ...(await registrationRows(ours, manage)),
        ],
      };
    } finally {
      await Promise.all([ours.stop(), peer.stop()]);
    }
  });
}
