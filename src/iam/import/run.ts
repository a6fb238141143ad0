/** One import while it goes on. */
import type { Service } from "../../call.ts";
import type { ImportOptions } from "./import-options.ts";
import type { Pretended } from "./plan.ts";

export interface Run {
  readonly service: Service;
  readonly options: ImportOptions;
  readonly actor: string;
  /** Of a dry run. */
  readonly pretended: Pretended | undefined;
}
