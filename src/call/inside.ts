/** What a call without a request may know. */
import type { Language } from "../std/texts/languages.ts";
import type { Whence } from "../store/change.ts";

export const LOCAL_ORIGIN = "http://localhost";
export const ENGLISH = (): Language => "en";

export interface Inside {
  readonly origin: string;
  readonly network?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly language: () => Language;
  readonly device?: string | undefined;
  readonly program?: Pick<Whence, "agent" | "request_id"> | undefined;
}
