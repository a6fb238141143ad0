/** Marks of known providers on their buttons, drawn here: nothing is loaded from them. */
import { html, raw } from "hono/html";
import { markContent } from "../../std/provider-marks.ts";
import type { Markup } from "../../web/pages/layout.ts";

/** @param name of the preset; undefined for a provider without a mark */
export function markOf(name: string): Markup | undefined {
  const content = markContent(name);
  if (content === undefined) return undefined;
  return html`<svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">${raw(content)}</svg>`;
}
