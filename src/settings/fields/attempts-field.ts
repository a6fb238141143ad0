/** The limits of one kind of attempt, as a section of a namespace (E-2, O2). */
import { duration } from "./duration-field.ts";
import { flag, integer, section } from "./field.ts";

export interface AttemptDefaults {
  /** What is counted: "Wrong secrets". */
  readonly counted: string;
  /** What it is counted for: "one account or client". */
  readonly account: string;
  readonly per_account: number;
  readonly per_network: number;
  readonly window: string;
  /** Where the count of an account is over all networks. */
  readonly everywhere?: boolean;
}

export const attemptLimits = (defaults: AttemptDefaults) => {
  const { counted, account, per_account, per_network, window, everywhere } = defaults;
  return section({
    unlimited: flag().meta({ title: "No limits", description: "Attempts are not counted." }),
    per_account: integer({ fallback: per_account, least: 3, most: 1_000 }).meta({
      title: "Attempts per account",
      description: `${counted} for ${account}${everywhere ? "" : " from one network"} within the window.`,
    }),
    per_network: integer({ fallback: per_network, least: 3, most: 100_000 }).meta({
      title: "Attempts per network",
      description: `${counted} from one address (IPv6: /64) within the window.`,
    }),
    window: duration(window, { least: "10s", most: "24h" }).meta({ title: "Time window" }),
  });
};
