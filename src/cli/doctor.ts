/** `postern doctor`: the findings of the doctor on a terminal or for a program, with an exit code for scripts. */
import { openInternalCall } from "../call.ts";
import { diagnose } from "../doctor/doctor.ts";
import type { Finding } from "../doctor/finding.ts";
import { StartError } from "../errors.ts";
import type { Config } from "./config.ts";
import type { Terminal } from "./terminal.ts";
import { withService } from "./with-service.ts";

export interface DoctorFlags {
  /** Warnings fail, too. */
  readonly strict: boolean;
  /** One line of JSON for each finding. */
  readonly json: boolean;
  /** What is left for the configuration. */
  readonly rest: readonly string[];
}

/** Takes `--strict` and `--json` from the command line. */
export const readDoctorFlags = (argv: readonly string[]): DoctorFlags => ({
  strict: argv.includes("--strict"),
  json: argv.includes("--json"),
  rest: argv.filter((word) => word !== "--strict" && word !== "--json"),
});

/** What a process that serves has heard and seen, which this one has not. */
const OF_A_SERVING_PROCESS: ReadonlySet<Finding["id"]> = new Set(["notifications", "forwarded"]);

function linesOf({ severity, title, text, details = [], repair }: Finding): string[] {
  const lines = [`${severity.padEnd(7)}  ${title}: ${text}`];
  for (const detail of details) lines.push(`           ${detail}`);
  const { tab, record, setting, command } = repair ?? {};
  const page = tab && `console: ${record === undefined ? tab : `${tab}/${record}`}`;
  const places = [setting, command, page];
  const named = places.filter(Boolean).join(", ");
  if (named !== "") lines.push(`         → ${named}`);
  return lines;
}

/**
 * Looks at the database of this configuration as an instance would, and changes nothing. Worst first; what is fine is
 * one line together on a terminal.
 * @throws `StartError` when something is dangerous, or with `strict` when there is a warning
 */
export async function doctor(
  config: Config,
  { strict, json }: DoctorFlags,
  terminal: Pick<Terminal, "out">,
): Promise<void> {
  const everything = await withService(config, (service) => {
    // What the configuration puts in front decides what some checks mean.
    service.front.session = config.session.enabled;
    return diagnose(openInternalCall(service));
  });
  const findings = everything.filter(({ id }) => !OF_A_SERVING_PROCESS.has(id));
  const wrong = findings.filter(({ severity }) => severity !== "ok");
  const shown = json ? findings.map((one) => JSON.stringify(one)) : wrong.flatMap(linesOf);
  for (const line of shown) terminal.out(line);
  if (!json)
    terminal.out(`${findings.length - wrong.length} of ${findings.length} checks are fine`);
  const failing = wrong.filter(
    ({ severity }) => severity === "danger" || (strict && severity === "warning"),
  );
  if (failing.length === 0) return;
  const names = failing.map(({ id }) => id).join(", ");
  throw new StartError(
    `${failing.length === 1 ? "one finding fails" : `${failing.length} findings fail`}: ${names}`,
  );
}
