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
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="swagger-start.js"></script>
  </body>
</html>
`;

const START = `window.ui = SwaggerUIBundle({
  url: "swagger.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "none",
  tagsSorter: "alpha",
  validatorUrl: null,
});
`;

if (existsSync(source)) {
  mkdirSync(target, { recursive: true });
  for (const file of FILES) copyFileSync(join(source, file), join(target, file));
  writeFileSync(join(target, "index.html"), INDEX);
  writeFileSync(join(target, "swagger-start.js"), START);
}
