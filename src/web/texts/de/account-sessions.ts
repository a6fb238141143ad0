/** The panel of sign-ins in German. */
import type { SESSIONS } from "../account-sessions.ts";
import type { Translated } from "../language.ts";

export const SESSIONS_DE: Translated<typeof SESSIONS> = {
  title: "Wo Sie angemeldet sind",
  text: "Die Browser, die sich hier zuletzt angemeldet haben. Programme und Anwendungen mit eigenen Tokens stehen nicht in dieser Liste; „Alle anderen abmelden“ meldet auch sie ab.",
  unknown: "Unbekannter Browser",
  here: "Dieser Browser",
  signedIn: "Angemeldet am {time}",
  lastUsed: "Zuletzt benutzt etwa am {time}",
  end: "Abmelden",
  endLabel: "{name} abmelden, angemeldet am {time}",
  endOthers: "Alle anderen abmelden",
  gone: "Dieser Browser ist bereits abgemeldet.",
  othersEnded: "Sie sind überall sonst abgemeldet.",
};
