/**
 * What an administrator with fewer rights may do: the one table of acts and capabilities (ADR 0090). An act that is not
 * here is that of a full administrator alone; so is every endpoint that names none.
 */

/**
 * `read`: see everything but secrets. `support`: help people to sign in. `people`: change their accounts. `clients`,
 * `providers`, `settings`: look after those, as far as they give no one rights.
 */
export const CAPABILITIES = [
  "read",
  "support",
  "people",
  "clients",
  "providers",
  "settings",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

type ByAct = Readonly<Record<string, readonly Capability[]>>;

/** They change nothing, and show no secret. */
const SEEING = {
  "see what happens": ["read"],
  "see people": ["read", "support", "people"],
  "see roles": ["read", "support", "people"],
  "see invitations": ["read", "people"],
  "see rights": ["read"],
  "see clients": ["read", "clients"],
  "see providers": ["read", "providers"],
  "see settings": ["read"],
  "see open settings": ["read", "settings"],
} as const satisfies ByAct;

/** How far each goes is decided at the write itself: `src/management`. */
const CHANGING = {
  "support people": ["support", "people"],
  "change people": ["people"],
  "invite people": ["people"],
  "change clients": ["clients"],
  "change providers": ["providers"],
  "change open settings": ["settings"],
} as const satisfies ByAct;

const ACTS = { ...SEEING, ...CHANGING };
export type Act = keyof typeof ACTS;

/** Who may do it besides a full administrator. */
export const holdersOf = (act: Act): readonly Capability[] => ACTS[act];

export const isChange = (act: Act): boolean => Object.hasOwn(CHANGING, act);
