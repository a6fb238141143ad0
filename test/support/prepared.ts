/** Services that begin with what was made once: each row that a test is not about costs it a request otherwise. */
import { type TestAuth, testAuth } from "./auth.ts";
import { borrowDatabase, type Content, contentOf } from "./database-pool.ts";
import { capturingLogger, type TestRuntimeOptions, testRuntime } from "./runtime.ts";

export interface Prepared<Made> {
  readonly service: TestAuth;
  readonly made: Made;
}

/**
 * A function that starts one service after another, each with a database of its own. What `make` writes at the first is copied
 * into the others.
 * @param make what it answers is the same for all of them: ids, not functions of the first service
 */
export function prepared<Made>(
  make: (service: TestAuth) => Promise<Made>,
): (options?: TestRuntimeOptions) => Promise<Prepared<Made>> {
  let kept: { readonly content: Content; readonly made: Made } | undefined;
  return async (options = {}) => {
    const driver = await borrowDatabase(capturingLogger([]), kept?.content);
    const service = await testAuth({}, testRuntime({ ...options, openSql: async () => driver }));
    if (!kept) {
      const made = await make(service);
      kept = { made, content: await contentOf(driver) };
    }
    return { service, made: kept.made };
  };
}
