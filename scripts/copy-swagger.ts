/** Copies the files of Swagger UI that we serve into `public/swagger`, without what it would fetch. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const source = join(import.meta.dirname, "../node_modules/swagger-ui-dist");
const target = join(import.meta.dirname, "../public/swagger");

const FILES = ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"];

const INDEX = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Postern API</title>
    <link rel="icon" href="favicon-32x32.png">
    <link rel="stylesheet" href="swagger-ui.css">
    <script src="swagger-theme.js"></script>
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="swagger-start.js"></script>
  </body>
</html>
`;

/** Before the first paint; Swagger UI brings the dark colours and leaves it to the page when to use them. */
const THEME = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
follow();
dark.addEventListener("change", follow);
`;

const START = `window.ui = SwaggerUIBundle({
  url: "swagger.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "none",
  tagsSorter: "alpha",
  validatorUrl: null,
});
// Every field of the dialog takes the focus as it appears, so the last one would have it: the first one is the token's.
new MutationObserver(() => {
  const dialog = document.querySelector(".modal-ux:not([data-begun])");
  if (!dialog) return;
  dialog.dataset.begun = "";
  dialog.querySelector("input")?.focus();
}).observe(document.querySelector("#swagger-ui"), { childList: true, subtree: true });
`;

if (existsSync(source)) {
  mkdirSync(target, { recursive: true });
  for (const file of FILES) copyFileSync(join(source, file), join(target, file));
  writeFileSync(join(target, "index.html"), INDEX);
  writeFileSync(join(target, "swagger-start.js"), START);
  writeFileSync(join(target, "swagger-theme.js"), THEME);
}
