/** German for the titles and descriptions of the settings schemas, by the English sentence. */
export const SCHEMA_DE: Readonly<Record<string, string>> = {
  Disabled: "Deaktiviert",
  Description: "Beschreibung",
  Attempts: "Versuche",
};
