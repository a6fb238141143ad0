/** Which process on which machine this is. */
import { hostname } from "node:os";
import process from "node:process";

/** Without a name of the machine where it may not be asked for: Deno without `--allow-sys=hostname`. */
export function processPlace(): { readonly host?: string; readonly pid: number } {
  const { pid } = process;
  try {
    return { host: hostname(), pid };
  } catch {
    return { pid };
  }
}
