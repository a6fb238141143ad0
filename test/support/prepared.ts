/** Services that begin with what was made once: each row that a test is not about costs it a request otherwise. */
import { type TestAuth, testAuth } from "./auth.ts";
import { type Content, contentOf } from "./database-pool.ts";
import { type TestRuntimeOptions, testRuntime } from "./runtime.ts";

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
): (options?: Omit<TestRuntimeOptions, "openSql">) => Promise<Prepared<Made>> {
  let kept: { readonly content: Content; readonly made: Made } | undefined;
  return async (options) => {
    const runtime = testRuntime(options);
    const { database } = runtime;
    if (database && kept) database.content = kept.content;
    const service = await testAuth({}, runtime);
    if (kept) return { service, made: kept.made };
    const made = await make(service);
    if (database?.driver) kept = { made, content: await contentOf(database.driver) };
    return { service, made };
  };
}
