/** The one place of the page where a view is shown; the sign-in view keeps what was typed. */
import { endBusy } from "./busy.ts";
import { find, onClick } from "./find.ts";
import { clearMessages } from "./messages.ts";
import { offerRules } from "./new-password.ts";
import { offerShowPassword } from "./show-password.ts";

const container = find("login-view", HTMLFieldSetElement);
const heading = find("login-title", HTMLHeadingElement);
/** The page began with another view: the one that signs in waits, and the script opens the other again. */
const waiting = find("view-sign-in", HTMLTemplateElement);
/** The other view is a plain page: its form is sent as without script. */
const isPlain = waiting?.dataset.plain !== undefined;
/** As a person has left it until the script came. */
const typed = new Map(
  [...(container?.querySelectorAll("input") ?? [])].map((one) => [one.id, one.value]),
);
const focused = document.activeElement?.id;
if (waiting && !isPlain) container?.replaceChildren(waiting.content);
const title = waiting?.dataset.heading ?? document.title;
const signIn = [...(container?.childNodes ?? [])];
/** The view with which the page began; undefined for the one that signs in. */
export const began = waiting?.dataset.opened;

function setTitle(text: string): void {
  if (heading) heading.textContent = text;
  document.title = text === title ? title : `${text} · ${title}`;
}

/** On touch devices a focused field would cover the page with a keyboard. */
const hasKeyboard = (): boolean => matchMedia("(pointer: fine)").matches;

/** The first empty field, else the heading, so that the reader is not left at the end of an old view. */
export function focusView(): void {
  const fields = container?.querySelectorAll<HTMLInputElement>(
    "input:not([type=hidden],[type=checkbox])",
  );
  const empty = [...(fields ?? [])].find(({ value }) => value === "");
  (empty && hasKeyboard() ? empty : heading)?.focus();
}

/** What a person has typed into the view with which the page began, before the script came and opened it again. */
export function restoreTyped(): void {
  for (const field of container?.querySelectorAll("input") ?? []) {
    if (field.type === "hidden") continue;
    field.value = typed.get(field.id) || field.value;
    if (field.id === focused) field.focus();
  }
}

/** Focuses the view with which the page began, unless a person has begun to type into one of its fields. */
export function focusFirstView(): void {
  if (hasKeyboard() && !container?.contains(document.activeElement)) focusView();
}

export function showSignIn(): void {
  endBusy();
  clearMessages();
  setTitle(title);
  container?.replaceChildren(...signIn);
}

/** Shows a view that the server sent along; false when it did not. */
export function showView(name: string): boolean {
  const template = find(`view-${name}`, HTMLTemplateElement);
  if (!template || !container) return false;
  const content = document.importNode(template.content, true);
  endBusy();
  clearMessages();
  setTitle(template.dataset.title ?? "");
  container.replaceChildren(content);
  offerShowPassword(container);
  offerRules(container);
  onClick("login-back", () => {
    showSignIn();
    focusView();
  });
  return true;
}
