/** What real identity providers encrypted for a key of a test (`record.ts`). */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface RecordedResponse {
  /** With its version. */
  readonly product: string;
  readonly metadata: string;
  /** ID of the request. */
  readonly request: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** `SAMLResponse` of the form. */
  readonly message: string;
}

interface Recorded {
  /** The private key, PEM. */
  readonly key: string;
  readonly responses: Readonly<Record<string, RecordedResponse>>;
}

export const RECORDED_ENCRYPTION: Recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, "answers.json"), "utf8"),
);
