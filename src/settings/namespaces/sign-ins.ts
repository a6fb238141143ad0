/** `sign_ins` namespace: how long people stay signed in, without use too, and how often at once. */
import { z } from "zod";
import { message } from "../../messages/message.ts";
import { parseDuration } from "../../std/duration.ts";
import { duration } from "../fields/duration-field.ts";
import { addFault, integer } from "../fields/field.ts";
import { namespace } from "../kind.ts";

/** Less would end a sign-in while its person reads the first page. */
const MIN_LIFETIME = "5m";
const MIN_LIFETIME_MS = parseDuration(MIN_LIFETIME) ?? 0;

const rule = () => duration("0s", { least: "0s", most: "8760h" });

const schema = z
  .object({
    lifetime: rule().meta({
      title: "Longest sign-in",
      description:
        "A sign-in ends this long after it began, however often it is used, and whether it is remembered or not. 0s: no rule.",
    }),
    idle: rule().meta({
      title: "Ends without activity after",
      description:
        "A sign-in that is not used for this long ends. Never shorter than the lifetime of an access token, since nothing is heard of an application in between. 0s: no rule.",
    }),
    most: integer({ fallback: 0, least: 0, most: 1_000 }).meta({
      title: "Sign-ins at once",
      description:
        "How many sign-ins a person can have at a time; one more ends the oldest. 0: no rule.",
    }),
  })
  .superRefine((value, context) => {
    for (const member of ["lifetime", "idle"] as const) {
      if (value[member] === 0 || value[member] >= MIN_LIFETIME_MS) continue;
      addFault(context, message("fault.least", { least: MIN_LIFETIME }), [member]);
    }
  })
  .meta({ id: "SignInSettings", title: "How long people stay signed in" });

export type SignInSettings = z.output<typeof schema>;

export const hasSignInRule = ({ lifetime, idle, most }: SignInSettings): boolean =>
  lifetime > 0 || idle > 0 || most > 0;

export const sign_ins = namespace({
  schema,
  example: { lifetime: "12h", idle: "30m", most: 5 },
  tab: { hash: "sign-ins", group: "signIn", icon: "hourglass" },
  above: ["follows"],
});
