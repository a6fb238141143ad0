/** Whether mail gets out: the last tries, and a look at the relay that holds up no caller (M-3). */
import { type Call, partOf, type Service } from "../call.ts";
import { mailWarnings } from "../mail/health.ts";
import { reasonOf } from "../mail/outbox.ts";
import { type Delivery, deliveryOf, type NoDelivery } from "../mail/relay.ts";
import { warningsByKind } from "../records/warnings.ts";
import { type Check, type Problem, warned } from "./finding.ts";

/** Milliseconds between two looks at one relay, however often the doctor is asked. */
const PAUSE_MS = 60_000;

interface Look {
  /** The settings that it was made with: others deserve another look at once. */
  readonly settings: object;
  readonly at: number;
  /** The reason, or undefined when the relay takes mail. */
  readonly outcome: Promise<string | undefined>;
}

const lookOf = partOf((): { last: Look | undefined } => ({ last: undefined }));

async function look({ transport, relay }: Delivery): Promise<string | undefined> {
  try {
    await transport.verify?.(relay);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** At most one connection a minute; a look that has begun is shared by all who ask. */
function lookAtRelay(service: Service, settings: object, delivery: Delivery): Look["outcome"] {
  const at = service.runtime.clock.now();
  const memo = lookOf(service);
  const { last } = memo;
  if (last?.settings === settings && at - last.at < PAUSE_MS) return last.outcome;
  const outcome = look(delivery);
  memo.last = { settings, at, outcome };
  return outcome;
}

const repair = { tab: "email", setting: "email.smtp" } as const;

async function examineMail({ service, snapshot }: Call): Promise<Problem | undefined> {
  const { email } = snapshot.settings;
  const delivery: Delivery | NoDelivery = deliveryOf(email, service.runtime);
  if (delivery === "off") {
    const text =
      "No relay is set: sign-in by mail, verified addresses and password resets are off.";
    return { severity: "hint", text };
  }
  const warnings = mailWarnings(service);
  if (typeof delivery === "string") return warned("danger", "No mail can be sent.", warnings);
  const refusal = await lookAtRelay(service, email, delivery);
  if (refusal !== undefined) {
    return warned("danger", "The relay cannot be used.", [refusal, ...warnings]);
  }
  return warned("warning", "Mail works, with a risk or after a failure.", warnings);
}

const mail: Check = {
  id: "mail",
  title: "Mail",
  fine: "The relay can be reached and takes the sign-in.",
  repair,
  examine: examineMail,
};

const signup: Check = {
  id: "signup",
  title: "Signup and password reset",
  fine: "What is turned on can work.",
  repair: { tab: "signup", setting: "signup" },
  examine: ({ snapshot }) =>
    warned(
      "warning",
      "Signup or password reset cannot work, or proves nothing.",
      warningsByKind(snapshot).signup,
    ),
};

export const mailChecks: readonly Check[] = [mail, signup];
