/** Names in a seed document: those that the first run gives away, and references to what is not there. */
import type { Fault } from "../../settings/document/faults.ts";
import { nearestName } from "../../settings/document/nearest-name.ts";
import type { SeedPrincipal, SeedValue } from "./schema.ts";

/** What the first run makes itself. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  // A rule of the document's own could open the management plane that is being sealed.
  settings: ["admin"],
  permissions: ["admin"],
  roles: ["admin"],
  oauth_clients: ["login"],
};

/** Every name that is taken, and every one that leads nowhere. */
export function nameFaults(value: SeedValue): Fault[] {
  const faults: Fault[] = [];
  for (const [kind, made] of Object.entries(MADE)) {
    for (const name of made) {
      if (!Object.hasOwn(value[kind as "roles"] ?? {}, name)) continue;
      faults.push({ path: [kind, name], reason: "is made by the first start" });
    }
  }
  for (const kind of ["roles", "users", "service_accounts"] as const) {
    const holders: Readonly<Record<string, Pick<SeedPrincipal, "permissions" | "roles">>> =
      value[kind];
    for (const [holder, record] of Object.entries(holders)) {
      for (const member of ["permissions", "roles"] as const) {
        const known = [...Object.keys(value[member]), ...(MADE[member] ?? [])];
        record[member].forEach((name, at) => {
          if (known.includes(name)) return;
          const meant = nearestName(name, known);
          const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
          const reason = `is not one of the ${member} of this document${hint}`;
          faults.push({ path: [kind, holder, member, at], reason });
        });
      }
    }
  }
  return faults;
}
