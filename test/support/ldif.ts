/** Changes of entries, as a directory takes them (LDIF, RFC 2849). */

/** `lines` are those of the change, such as `replace: mail`, with a `-` between two. */
export const modified = (dn: string, ...lines: readonly string[]): string =>
  [`dn: ${dn}`, "changetype: modify", ...lines, ""].join("\n");

/** @param below DN of the entry that it stands below from now on */
export const renamed = (dn: string, rdn: string, below?: string): string =>
  [
    `dn: ${dn}`,
    "changetype: modrdn",
    `newrdn: ${rdn}`,
    "deleteoldrdn: 1",
    ...(below === undefined ? [] : [`newsuperior: ${below}`]),
    "",
  ].join("\n");

export const deleted = (dn: string): string => `dn: ${dn}\nchangetype: delete\n`;

/** @param entry as `personEntry` and its like write it */
export const added = (entry: string): string => entry.replace("\n", "\nchangetype: add\n");
