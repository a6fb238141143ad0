/** When every instance knows what one of them has written. */
import { eventually } from "./redis.ts";
import { type RunningServer, send } from "./server.ts";

/**
 * Waits until all serve what the first one has written.
 * @param bearer of an administrator
 */
export async function caughtUp(servers: readonly RunningServer[], bearer: string): Promise<void> {
  const versionOf = async (server: RunningServer): Promise<number> =>
    (await send(server, "GET", "/readyz", { bearer })).body.version;
  const [writer, ...others] = servers;
  if (!writer) return;
  const version = await versionOf(writer);
  await eventually(async () => {
    const known = await Promise.all(others.map(versionOf));
    return known.every((one) => one >= version);
  });
}
