/** `npm start`: the bundled program, or the sources when they are newer than it. */
import { join } from "node:path";
import { isCurrent } from "./is-current.ts";

const bundled = isCurrent(join(import.meta.dirname, ".."));
await import(bundled ? "../bin/postern.js" : "../src/cli/postern.ts");
