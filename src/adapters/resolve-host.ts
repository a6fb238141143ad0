/** All addresses of a host name, asked of the name servers themselves (G-6). */
import { lookup, Resolver } from "node:dns/promises";

/** All addresses of a name, or a rejection; aborting ends the question. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Milliseconds for one question to one name server. */
const PATIENCE_MS = 2_000;

/**
 * Not `lookup`: that one holds a thread of a small pool for as long as a name server keeps silent,
 * which a stranger's name could do to everything else (G-7), and completes names by search domains.
 * @param servers addresses with ports; those of the host when absent
 */
export function createHostResolver(servers?: readonly string[]): ResolveHost {
  return async (name, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel);
    try {
      const questions = [resolver.resolve4(name), resolver.resolve6(name)];
      const answers = await Promise.allSettled(questions);
      signal.throwIfAborted();
      // Many names have addresses of one family only.
      return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

/**
 * As the host itself finds names: files, search domains and multicast count. For names that an administrator
 * lists alone, since each question may hold a thread.
 */
export const lookUpHost: ResolveHost = async (name, signal) => {
  signal.throwIfAborted();
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};
