/** Revocation lists that are replaced while the server runs: an authority writes them anew every day, or every hour. */
import { statSync } from "node:fs";
import type { Logger } from "../../runtime.ts";
import type { TlsOptions } from "../serving.ts";
import { readClientCrls } from "../tls-files.ts";

/** Milliseconds between two looks at the files. */
const LOOK_EVERY_MS = 2_000;

/** What changes with every way of replacing a file. */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return "unreadable";
  }
}

/** Called before the files are read for the first time, so that no change is missed. */
export function crlFollower(tls: TlsOptions) {
  const files = tls.client_crl_files ?? [];
  const look = () => files.map(stampOf).join("\n");
  let known = look();
  return {
    /**
     * From now on `renew` gets all lists when a file has changed. While one cannot be read, those of before
     * count, and the log says so once per change. The answer ends the looking.
     */
    start(log: Logger, renew: (crls: readonly string[]) => void): () => void {
      if (files.length === 0) return () => {};
      const timer = setInterval(() => {
        const before = known;
        known = look();
        if (known === before) return;
        try {
          renew(readClientCrls(tls));
          log.info("the revocation lists of client certificates were read again", { files });
        } catch (error) {
          const message = "revocation lists cannot be read; those of before count";
          log.error(message, { files, error });
        }
      }, LOOK_EVERY_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
