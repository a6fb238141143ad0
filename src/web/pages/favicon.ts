/** The icon of our pages: a drawing in code, so that every runtime has it, also those without files. */

/** Last segment of its address below a service or a login. */
export const ICON_NAME = "icon.svg";

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><rect width="32" height="32" rx="7" fill="#3046c9" stroke="none"/><path d="M8.5 25V14.5a7.5 7.5 0 0 1 15 0V25M6 25h20M16 25v-9M19.5 18v1"/></svg>
`;

/** `GET` of the icon; kept for a day, because its address names no version. */
export const iconResponse = (): Response =>
  new Response(ICON, {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "public, max-age=86400",
      "Content-Security-Policy": "default-src 'none'",
      "X-Content-Type-Options": "nosniff",
    },
  });
