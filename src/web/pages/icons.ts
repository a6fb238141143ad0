/** Small line drawings, inline so that a page loads nothing. */
import { html, raw } from "hono/html";

const icon = (paths: string, size = 18) =>
  html`<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor"
    stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${raw(paths)}</svg>`;

export const gate = icon('<path d="M5 21V10a7 7 0 0 1 14 0v11M3 21h18M12 21v-8M15 14v1"/>', 20);
export const check = icon('<path d="m5 12.5 4.5 4.5L19 7.5"/>');
export const person = icon('<circle cx="12" cy="8" r="4"/><path d="M4 21a8 8 0 0 1 16 0"/>', 16);
export const context = icon(
  '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18"/>',
);
export const key = icon(
  '<circle cx="8" cy="15" r="5"/><path d="m11.5 11.5 9-9M17 6l3 3M14 9l2 2"/>',
);
export const eye = icon(
  '<path d="M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7z"/><circle cx="12" cy="12" r="3"/><path class="slash" d="m4 4 16 16"/>',
);
