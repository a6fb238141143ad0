/** Whether the time of an answer tells which accounts there are (E-6): known and unknown ones take turns. */
import { createThreadedBcrypt } from "../../src/adapters/drivers/bcrypt.ts";
import { testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";
import { RESET, SIGNUP, signupSetup } from "../support/signup.ts";
import { putSetting, TOKEN, WEB } from "../support/tokens.ts";
import { type BenchResult, info, median, ms, quantile, type Row, ratio } from "./result.ts";

const ROUNDS = 300;
const HASH_ROUNDS = 25;
/** Of the spread of answers for one account, how far apart the medians of two may be. */
const MOST_APART = 1;
const OTHER = "a password that is wrong";

interface Way {
  readonly name: string;
  readonly path: string;
  readonly rounds: number;
  readonly fields: (email: string) => Readonly<Record<string, string>>;
}

const WAYS: readonly Way[] = [
  {
    name: "password sign-in, wrong password",
    path: TOKEN,
    rounds: HASH_ROUNDS,
    fields: (username) => ({ grant_type: "password", username, password: OTHER }),
  },
  {
    name: "code by email",
    path: "/auth/oauth2/email",
    rounds: ROUNDS,
    fields: (username) => ({ username }),
  },
  { name: "password reset", path: RESET, rounds: ROUNDS, fields: (email) => ({ email }) },
  {
    name: "signup",
    path: SIGNUP,
    rounds: ROUNDS,
    fields: (email) => ({ email, password: OTHER }),
  },
];

export async function benchEqualTime(): Promise<BenchResult> {
  // The hash of an installation, and not the cheap one of tests.
  const runtime = Object.assign(testRuntime(), { passwords: createThreadedBcrypt() });
  await using setup = await signupSetup(await testAuth({}, runtime));
  const { service } = setup;
  await setup.settings();
  await putSetting(service, "password", { attempts: { unlimited: true } });
  const email = "known@example.com";
  await service.createUser({ alias: [email], details: { password: "a password of one's own" } });

  const rows: Row[] = [];
  for (const { name, path, rounds, fields } of WAYS) {
    const took = { known: [] as number[], unknown: [] as number[] };
    const statuses = new Set<number>();
    const ask = async (who: "known" | "unknown", turn: number) => {
      const address = who === "known" ? email : `unknown-${turn}@example.com`;
      const from = performance.now();
      const { status } = await service.form(path, fields(address), WEB);
      took[who].push(performance.now() - from);
      statuses.add(status);
    };
    for (let turn = 0; turn < rounds; turn++) {
      // Either comes first as often as the other.
      const order =
        turn % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
      for (const who of order) await ask(who, turn);
    }
    const [known, unknown] = [median(took.known), median(took.unknown)];
    const spread = quantile(took.known, 0.75) - quantile(took.known, 0.25);
    rows.push(
      info(`${name}: known`, ms(known)),
      info(`${name}: unknown`, ms(unknown)),
      info(`${name}: middle half of the known`, ms(spread)),
      {
        what: `${name}: apart, in that spread; status ${[...statuses].join(" and ")}`,
        value: ratio(Math.abs(known - unknown) / spread),
        target: `at most ${ratio(MOST_APART)}`,
        holds: Math.abs(known - unknown) <= MOST_APART * spread && statuses.size === 1,
      },
    );
  }
  return { title: "Answers for addresses that have an account and for those that have none", rows };
}
