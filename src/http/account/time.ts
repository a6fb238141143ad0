/** Points in time as the account page shows them: readable, and exact for programs. */
import { html } from "hono/html";
import type { Markup } from "../../web/pages/layout.ts";
import type { Spoken } from "../../web/texts/language.ts";
import { timeText } from "../../web/texts/time.ts";

export { timeText };

/** The page has no script that knows the time zone of the reader, so it names its own. */
export const timeElement = (place: Spoken, time: Date): Markup =>
  html`<time datetime="${time.toISOString()}">${timeText(place, time)}</time>`;
