/** A form that the script runs: no reload, disabled while it runs, errors above it. */
import type { ScriptText } from "../src/web/texts/script-texts.ts";
import { endBusy, isBusy, startBusy } from "./busy.ts";
import { find } from "./find.ts";
import { clearMessages, describe, showError } from "./messages.ts";
import { hidePasswords } from "./show-password.ts";

/**
 * Runs `task` with the page disabled. It stays disabled when the task resolves: what follows is another
 * view or another page.
 */
export async function run(
  button: HTMLElement | undefined,
  label: ScriptText,
  task: () => Promise<void>,
  failed: (error: unknown) => void,
): Promise<void> {
  if (isBusy()) return;
  clearMessages();
  startBusy(button, label);
  try {
    await task();
  } catch (error) {
    endBusy();
    failed(error);
  }
}

/** @param task reads the fields before its first `await` */
export function onSubmit(
  id: string,
  label: ScriptText,
  task: () => Promise<void>,
  failed: (error: unknown) => void = (error) => {
    showError(describe(error));
    document.querySelector<HTMLElement>(`#${id} input:not([type=hidden])`)?.focus();
  },
): void {
  const form = find(id, HTMLFormElement);
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    hidePasswords(form);
    const button = form.querySelector<HTMLElement>("button[type=submit]") ?? undefined;
    void run(button, label, task, failed);
  });
}
