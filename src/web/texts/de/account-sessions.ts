/** The panel of sign-ins in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { SESSIONS as EN } from "../en/account-sessions.ts";

export const SESSIONS: Translated<typeof EN> = {
  title: "Wo Sie angemeldet sind",
  text: "Die Browser, die sich hier zuletzt angemeldet haben. Programme und Anwendungen mit eigenen Token stehen nicht in dieser Liste; „Alle anderen abmelden“ meldet auch sie ab.",
  unknown: "Unbekannter Browser",
  browserOn: "{browser} unter {system}",
  here: "Dieser Browser",
  signedIn: "Angemeldet am {time}",
  lastUsed: "Zuletzt benutzt etwa am {time}",
  end: "Abmelden",
  endLabel: "{name} abmelden, angemeldet am {time}",
  endOthers: "Alle anderen abmelden",
  gone: "Dieser Browser ist bereits abgemeldet.",
  othersEnded: "Sie sind überall sonst abgemeldet.",
};
