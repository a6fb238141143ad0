/** `oathtool` of the operating system: one-time codes by a program of other authors. */
import { execFileSync, spawnSync } from "./ended-programs.ts";

/** Why tests with it are skipped; undefined when they run. */
export const oathtoolMissing: string | undefined =
  spawnSync("oathtool", ["--version"]).status === 0
    ? undefined
    : "SKIPPED: oathtool is not installed (apt-get install oathtool)";
if (oathtoolMissing) console.warn(oathtoolMissing);

/** The code that an app shows. @param at milliseconds since the epoch */
export const oathtool = (secret: string, at: number): string =>
  execFileSync("oathtool", [
    ...[
      "--totp",
      "--base32",
      "-N",
      new Date(at).toISOString().replace("T", " ").replace("Z", " UTC"),
    ],
    secret,
  ])
    .toString()
    .trim();
