/** Tokens that are bound to a key beside bearer tokens (RFC 9449): processor time of the token endpoint and of userinfo. */
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { basic, type Credentials, type TestAuth, testAuth } from "../support/auth.ts";
import { putSetting, ROBOT, TOKEN } from "../support/tokens.ts";
import { type Cost, costRatio, cpuRace, type Runner } from "./cpu-race.ts";
import { atMost, type BenchResult, info, type Row, ratio } from "./result.ts";

const ORIGIN = "https://id.example.com";
const USERINFO = "/auth/oauth2/userinfo";
/** Less than one client and one key may send in a minute, and one proof is of use once: a race has several of both. */
const PROOFS_OF_ONE = 10_000;
const HOLDERS = 4;
const MOST = 1.6;

const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A service account with a key of its own. */
class Holder {
  readonly credentials: Credentials;
  readonly #key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #header = segment({
    typ: "dpop+jwt",
    alg: "ES256",
    jwk: this.#key.publicKey.export({ format: "jwk" }),
  });

  constructor(id: string) {
    this.credentials = { id, secret: "robot-secret" };
  }

  proof(htm: string, path: string, token?: string): string {
    const iat = Math.floor(Date.now() / 1_000);
    const ath = token && { ath: createHash("sha256").update(token).digest("base64url") };
    const claims = segment({ htm, htu: `${ORIGIN}${path}`, iat, jti: randomUUID(), ...ath });
    const signed = `${this.#header}.${claims}`;
    const key = { key: this.#key.privateKey, dsaEncoding: "ieee-p1363" } as const;
    return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
  }

  /** Signed before a race: that is the client's work. */
  requests(proof: () => string, request: (proof: string) => Request): (() => Request)[] {
    return Array.from({ length: PROOFS_OF_ONE }, proof).map((made) => () => request(made));
  }
}

/** The next one; a race that needs more than there are must not measure refusals. */
function taken(all: readonly (() => Request)[], turn: number): Request {
  const request = all[turn];
  if (request === undefined) throw new Error(`more than ${all.length} proofs are needed`);
  return request();
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

const tokenRequest = (credentials: Credentials, dpop?: string) =>
  new Request(`${ORIGIN}${TOKEN}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: basic(credentials),
      ...(dpop !== undefined && { dpop }),
    },
    body: "grant_type=client_credentials",
  });

const userinfoRequest = (headers: Record<string, string>) =>
  new Request(`${ORIGIN}${USERINFO}`, { headers });

async function tokenOf({ auth }: TestAuth, request: Request): Promise<string> {
  const answer = (await (await auth.fetch(request)).json()) as { access_token: string };
  return answer.access_token;
}

async function holdersOf(service: TestAuth, where: string): Promise<Holder[]> {
  const names = Array.from({ length: HOLDERS }, (_, index) => `robot-${where}-${index}`);
  for (const name of names) {
    const details = { name, secret: "robot-secret" };
    await service.createServiceAccount({ alias: [name], details });
  }
  return names.map((name) => new Holder(name));
}

async function race(service: TestAuth, codes: string): Promise<Row[]> {
  const holders = await holdersOf(service, codes);
  const asked = holders.flatMap((holder) =>
    holder.requests(
      () => holder.proof("POST", TOKEN),
      (proof) => tokenRequest(holder.credentials, proof),
    ),
  );
  const tokens = await cpuRace([
    runnerOf(service, "bearer", () => tokenRequest(ROBOT)),
    runnerOf(service, "bound", (turn) => taken(asked, turn)),
  ]);
  const bearer = await tokenOf(service, tokenRequest(ROBOT));
  const used: (() => Request)[] = [];
  for (const holder of holders) {
    const first = tokenRequest(holder.credentials, holder.proof("POST", TOKEN));
    const token = await tokenOf(service, first);
    const made = holder.requests(
      () => holder.proof("GET", USERINFO, token),
      (dpop) => userinfoRequest({ authorization: `DPoP ${token}`, dpop }),
    );
    used.push(...made);
  }
  const userinfo = await cpuRace([
    runnerOf(service, "bearer", () => userinfoRequest({ authorization: `Bearer ${bearer}` })),
    runnerOf(service, "bound", (turn) => taken(used, turn)),
  ]);
  const where = `Codes in ${codes}`;
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
  const embedded = await race(service, "PGlite");
  await putSetting(service, "cache", { code_store: { active: "memory" } });
  const memory = await race(service, "memory");
  return {
    title: "Tokens bound to a key (DPoP, ES256) beside bearer tokens, in process",
    rows: [...embedded, ...memory],
  };
}
