/** Tokens that are bound to a key beside bearer tokens (RFC 9449): processor time of the token endpoint and of userinfo. */
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { basic, type TestAuth, testAuth } from "../support/auth.ts";
import { putSetting, ROBOT, TOKEN } from "../support/tokens.ts";
import { type Cost, costRatio, cpuRace, type Runner } from "./cpu-race.ts";
import { atMost, type BenchResult, info, type Row, ratio } from "./result.ts";

const ORIGIN = "https://id.example.com";
const USERINFO = "/auth/oauth2/userinfo";
/** More than a race needs on a fast machine; one is of use once. */
const PROOFS = 40_000;
const MOST = 1.6;

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const HEADER = segment({ typ: "dpop+jwt", alg: "ES256", jwk: publicKey.export({ format: "jwk" }) });

/** The next one; a race that needs more than there are must not measure refusals. */
function taken(all: readonly string[], turn: number): string {
  const proof = all[turn];
  if (proof === undefined) throw new Error(`more than ${all.length} proofs are needed`);
  return proof;
}

/** Signed before the race: that is the client's work. */
function proofs(htm: string, path: string, token?: string): string[] {
  const iat = Math.floor(Date.now() / 1_000);
  const ath = token && { ath: createHash("sha256").update(token).digest("base64url") };
  return Array.from({ length: PROOFS }, () => {
    const claims = segment({ htm, htu: `${ORIGIN}${path}`, iat, jti: randomUUID(), ...ath });
    const signed = `${HEADER}.${claims}`;
    const key = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
    return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
  });
}

function runnerOf({ auth }: TestAuth, name: string, request: (turn: number) => Request): Runner {
  return {
    name,
    async run(turn) {
      const answer = await auth.fetch(request(turn));
      if (answer.status !== 200) throw new Error(`${name}: ${await answer.text()}`);
    },
  };
}

const tokenRequest = (dpop?: string) =>
  new Request(`${ORIGIN}${TOKEN}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: basic(ROBOT),
      ...(dpop !== undefined && { dpop }),
    },
    body: "grant_type=client_credentials",
  });

async function tokenOf({ auth }: TestAuth, dpop?: string): Promise<string> {
  const answer = (await (await auth.fetch(tokenRequest(dpop))).json()) as { access_token: string };
  return answer.access_token;
}

async function race(service: TestAuth, where: string): Promise<Row[]> {
  const own = proofs("POST", TOKEN);
  const tokens = await cpuRace([
    runnerOf(service, "bearer", () => tokenRequest()),
    runnerOf(service, "bound", (turn) => tokenRequest(taken(own, turn + 1))),
  ]);
  const bearer = await tokenOf(service);
  const bound = await tokenOf(service, own[0]);
  const used = proofs("GET", USERINFO, bound);
  const asked = (headers: Record<string, string>) =>
    new Request(`${ORIGIN}${USERINFO}`, { headers });
  const userinfo = await cpuRace([
    runnerOf(service, "bearer", () => asked({ authorization: `Bearer ${bearer}` })),
    runnerOf(service, "bound", (turn) =>
      asked({ authorization: `DPoP ${bound}`, dpop: taken(used, turn) }),
    ),
  ]);
  return [...rowsOf(`${where}: token`, tokens), ...rowsOf(`${where}: userinfo`, userinfo)];
}

function rowsOf(what: string, costs: ReadonlyMap<string, Cost>): Row[] {
  const micros = (name: string) => `${(costs.get(name)?.micros ?? 0).toFixed(0)} µs`;
  return [
    info(
      `${what}, bound to a key and as a bearer token`,
      `${micros("bound")}, ${micros("bearer")}`,
    ),
    atMost(`${what}, to the bearer token`, costRatio(costs, "bound", "bearer"), MOST, ratio),
  ];
}

export async function benchDpop(): Promise<BenchResult> {
  await using service = await testAuth();
  await service.createServiceAccount();
  const embedded = await race(service, "Codes in PGlite");
  await putSetting(service, "cache", { code_store: { active: "memory" } });
  const memory = await race(service, "Codes in memory");
  return {
    title: "Tokens bound to a key (DPoP, ES256) beside bearer tokens, in process",
    rows: [...embedded, ...memory],
  };
}
