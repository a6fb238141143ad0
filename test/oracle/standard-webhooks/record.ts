/**
 * Records what the published library of Standard Webhooks signs, and that it accepts what it signed:
 * `npm install --no-save standardwebhooks@1.1.1 && node test/oracle/standard-webhooks/record.ts`. The first case is the
 * vector that the libraries of all languages test (github.com/standard-webhooks/standard-webhooks).
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const name = "standardwebhooks";
const { Webhook } = (await import(name)) as {
  readonly Webhook: new (secret: string) => { sign(id: string, at: Date, payload: string): string };
};

const vector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  seconds: 1_614_265_330,
  body: '{"test": 2432232314}',
};
const cases = [
  vector,
  { ...vector, body: "" },
  { ...vector, id: "evt_4211_zL0mAbCdEfGhIjKl", seconds: 1_904_000_000 },
  { ...vector, body: JSON.stringify({ name: "Zoë 𝒵 \u2028 ñ", text: 'a\n"b"\\' }) },
  { ...vector, body: `{"long":"${"x".repeat(20_000)}"}` },
  { ...vector, secret: `whsec_${Buffer.alloc(24, 1).toString("base64")}` },
  { ...vector, secret: `whsec_${Buffer.alloc(64, 255).toString("base64")}` },
];

const answers = cases.map((one) => ({
  ...one,
  signature: new Webhook(one.secret).sign(one.id, new Date(one.seconds * 1_000), one.body),
}));
writeFileSync(join(import.meta.dirname, "answers.json"), `${JSON.stringify(answers, null, 2)}\n`);
