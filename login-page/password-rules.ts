/** Ticks the rules of a new password while it is typed; a script of its own, which only pages with such a field load. */
import { standingOf } from "../src/std/password-rules.ts";

/** So long no key was hit: a screen reader is told what is left. */
const PAUSE_MS = 800;

/** What else the form says of the person: names and addresses, typed or shown. */
function wordsBeside(form: HTMLFormElement | null): string[] {
  const fields = form?.querySelectorAll<HTMLInputElement>(
    "input[name=name], input[name=email], input[name=username]",
  );
  const shown = form?.querySelector("#invitation-address")?.textContent ?? "";
  return [...(fields ?? [])].map(({ value }) => value).concat(shown);
}

function offer(list: HTMLElement): void {
  const { rules = "", missing = "", done = "", words = "[]" } = list.dataset;
  const field = document.getElementById(rules);
  if (!(field instanceof HTMLInputElement) || list.dataset.ticked !== undefined) return;
  list.dataset.ticked = "";
  const told = list.nextElementSibling;
  const own: string[] = JSON.parse(words);
  let pause: ReturnType<typeof setTimeout> | undefined;

  const tell = (broken: readonly string[]) => {
    if (!told || field.value === "") return;
    const text = broken.length > 0 ? `${missing} ${broken.join(" ")}` : done;
    // The same words again would be read again.
    if (told.textContent !== text) told.textContent = text;
  };
  const look = () => {
    const standing: Readonly<Record<string, boolean | undefined>> = standingOf({
      password: field.value,
      least: Number(list.dataset.least),
      words: [...own, ...wordsBeside(field.form)],
      knowsAll: list.dataset.knowsAll !== undefined,
    });
    const broken: string[] = [];
    for (const line of list.querySelectorAll<HTMLElement>("[data-rule]")) {
      const { rule = "" } = line.dataset;
      const kept = standing[rule];
      if (rule === "most") line.hidden = kept !== false;
      // What is too short is still being typed: that is no fault.
      if (kept === undefined || (rule === "length" && !kept)) delete line.dataset.kept;
      else line.dataset.kept = String(kept);
      if (kept === false && !line.hidden) broken.push(line.textContent?.trim() ?? "");
    }
    clearTimeout(pause);
    pause = setTimeout(() => tell(broken), PAUSE_MS);
  };
  field.form?.addEventListener("input", look);
  if (field.value !== "") look();
}

/** Every new password below `root`. */
export function tickRules(root: ParentNode): void {
  for (const list of root.querySelectorAll<HTMLElement>("[data-rules]")) offer(list);
}
