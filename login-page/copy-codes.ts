/** Copying recovery codes, where the browser lets a page copy: in a secure context. */
import { find, onClick } from "./find.ts";

/** @param id of the button, which is hidden until it can do something */
export function offerCopy(id: string, codes: readonly string[]): void {
  const button = find(id, HTMLButtonElement);
  if (!button || !navigator.clipboard) return;
  button.hidden = false;
  const say = () => {
    button.textContent = button.dataset.copied ?? "";
  };
  // What the person does not let the page copy is written down.
  const refused = () => button.remove();
  onClick(id, () => {
    navigator.clipboard.writeText(codes.join("\n")).then(say, refused);
  });
}
