/** Texts that every page has. */
export const LAYOUT = { support: "Help" } as const;
