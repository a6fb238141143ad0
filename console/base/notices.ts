/** Messages in the one region for them: successes go by themselves, errors stay until they are dismissed (auth-wire 8.1). */
import { notifications } from "@mantine/notifications";
import { fill } from "../../src/std/texts/fill.ts";
import { Failure, type Sentence } from "../api/failure.ts";
import { currentLanguage, sentenceOf, textsOf } from "./language.ts";

const own = () => textsOf("frame");

/** A refusal without a sentence by id: what became of it in the language of the console, and what the service says. */
function inOwnWords({ status, message, detail }: Failure): string {
  const said = detail ? `${message}: ${detail}` : message;
  if (currentLanguage() === "en") return said;
  const texts = textsOf("refused");
  const what = texts[status as keyof typeof texts] ?? texts.other;
  return fill(texts.quoted, { what, said });
}

/** The words for a failure of any kind. */
export function explain(error: unknown): string {
  if (error instanceof Failure) {
    if (error.status === 0) return own().unreachable;
    const known = error.sentences.filter(({ id }) => id !== undefined);
    if (known.length > 0) {
      const isFault = known.every(({ id }) => id?.startsWith("fault."));
      const what = error.sentences.map(sentenceOf).join("; ");
      return isFault ? fill(own().invalid, { what }) : what;
    }
    return inOwnWords(error);
  }
  return error instanceof Error ? error.message : String(error);
}

export function succeeded(message: string): void {
  notifications.show({
    message,
    color: "teal",
    autoClose: 4_000,
    closeButtonProps: { "aria-label": own().dismiss },
  });
}

/** What was saved, and allows more than the least. */
export function warned(sentences: readonly Sentence[] | undefined): void {
  for (const sentence of sentences ?? []) {
    notifications.show({
      message: sentenceOf(sentence),
      color: "yellow",
      autoClose: false,
      closeButtonProps: { "aria-label": own().dismiss },
    });
  }
}

/** Failures that still stand. */
const standing = new Set<string>();

/** @param id failures with the same id stand once */
export function failed(error: unknown, id?: string): void {
  // The dialog for the end of a session says it.
  if (error instanceof Failure && error.status === 401) return;
  const message = explain(error);
  // One that still stands would hide what is wrong now.
  notifications.hide(id ?? message);
  standing.add(id ?? message);
  notifications.show({
    id: id ?? message,
    message,
    color: "red",
    autoClose: false,
    role: "alert",
    closeButtonProps: { "aria-label": own().dismiss },
  });
}

/** What failed is tried again: its message goes. */
export function withdrawn(id: string): void {
  standing.delete(id);
  notifications.hide(id);
}

/** Another page is opened: what failed on the one before is not about it. */
export function leftBehind(): void {
  for (const id of standing) withdrawn(id);
}
