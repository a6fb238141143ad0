/** What reads the output of this process may go away: `postern doctor --json | head -1`, a program that ships logs and ends. */
import process from "node:process";

/** 128 and the number of SIGPIPE, as shells say it of a program whose output is read no more. */
const SIGPIPE_EXIT = 141;
const OTHER_FAILURE = 1;

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : error.message);

/**
 * A service goes on without its log, and says so once on standard error; a command has no reader left, and ends.
 * @param serves whether the command of this process is the service
 */
export function surviveLostOutput(serves: boolean): void {
  let isLost = false;
  process.stdout.on("error", (error) => {
    const code = codeOf(error);
    if (!serves) {
      if (code !== "EPIPE") process.stderr.write(`postern: cannot write the output: ${code}\n`);
      process.exit(code === "EPIPE" ? SIGPIPE_EXIT : OTHER_FAILURE);
    }
    if (isLost) return;
    isLost = true;
    process.stderr.write(`postern: the log cannot be written (${code}); the service goes on\n`);
  });
  // There is no other place left to say it.
  process.stderr.on("error", () => undefined);
}
