/** Runs one exported bench of another file in a process of its own: `run-one.ts FILE EXPORT`. */
const [file = "", name = ""] = process.argv.slice(2);
const benches = (await import(new URL(file, import.meta.url).href)) as Record<string, unknown>;
const bench = benches[name];
if (typeof bench !== "function") throw new Error(`${file} does not export ${name}`);
const outcome: unknown = await bench();
// The user list hands its numbers back; the permission check prints its own.
const describe = benches.describeUserList;
if (typeof describe === "function") console.log(describe(outcome));

export {};
