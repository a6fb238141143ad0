import { benchDpop } from "./dpop.ts";

for (const r of (await benchDpop()).rows) console.log(r.what, r.value);
process.exit(0);
