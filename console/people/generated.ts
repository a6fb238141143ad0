/** Passwords and secrets that are made here: they are shown once, after they are saved. */

const made = new Set<string>();

/** 160 bits in groups of letters that are not mistaken for one another when they are typed. */
export function generate(): string {
  const letters = "abcdefghjkmnpqrstvwxyz0123456789";
  const picked = crypto.getRandomValues(new Uint8Array(32));
  const text = [...picked].map((byte) => letters[byte % 32]).join("");
  const value = text.match(/.{8}/g)?.join("-") ?? text;
  made.add(value);
  return value;
}

export const wasGenerated = (value: unknown): value is string =>
  typeof value === "string" && made.has(value);
