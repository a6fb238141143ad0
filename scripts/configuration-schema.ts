/** Writes the schema of configuration as code into the package, for editors: what `postern schema configuration` prints. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { configurationSchema } from "../src/configuration/json-schema.ts";

const FILE = join(import.meta.dirname, "../dist/postern-configuration.schema.json");

writeFileSync(FILE, `${JSON.stringify(configurationSchema(), null, 2)}\n`);
