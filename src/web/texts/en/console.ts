/** Texts of the document around the console; its own texts are in `console/texts`. */
export const CONSOLE = {
  title: "Postern console",
  loading: "The console is loading.",
  plain: "Show my account without it",
  needsScript: "The console needs JavaScript. Everything it does can also be done with the API.",
} as const;
