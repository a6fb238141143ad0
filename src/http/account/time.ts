/** Points in time as the account page shows them: readable, and exact for programs. */
import { html } from "hono/html";
import type { Markup } from "../../web/pages/layout.ts";

const FORMAT = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

export const timeText = (time: Date): string => `${FORMAT.format(time)} UTC`;

/** The page has no script that knows the time zone of the reader, so it names its own. */
export const timeElement = (time: Date): Markup =>
  html`<time datetime="${time.toISOString()}">${timeText(time)}</time>`;
