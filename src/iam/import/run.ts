/** One import while it goes on. */
import type { Writer } from "../../call.ts";
import type { ImportOptions } from "./import-options.ts";
import type { Pretended } from "./plan.ts";

export interface Run extends Pick<Writer, "service" | "store"> {
  readonly options: ImportOptions;
  readonly actor: string;
  /** Of a dry run. */
  readonly pretended: Pretended | undefined;
}
