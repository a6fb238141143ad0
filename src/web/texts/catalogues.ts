/** Every catalogue of our pages, in the language of the place where it is shown: `accountText(call).title`. */
import type { Language } from "../../std/texts/languages.ts";
import { texts as de } from "./de/index.ts";
import { texts as en, type Texts } from "./en/index.ts";
import { texts as fr } from "./fr/index.ts";
import type { Spoken } from "./language.ts";

const CATALOGUES: Readonly<Record<Language, Texts>> = { en, de, fr };

const textOf =
  <Area extends keyof Texts>(area: Area) =>
  (place: Spoken): Texts[Area] =>
    CATALOGUES[place.language?.() ?? "en"][area];

export const accountText = textOf("account");
export const applicationsText = textOf("applications");
export const profileText = textOf("profile");
export const keysText = textOf("keys");
export const sessionsText = textOf("sessions");
export const consentText = textOf("consent");
export const deviceText = textOf("device");
export const errorText = textOf("errors");
export const passkeysText = textOf("passkeys");
export const twoStepText = textOf("twoStep");
export const samlCheckText = textOf("samlChecks");
export const samlFaultText = textOf("samlFaults");
export const samlReportText = textOf("samlReport");
export const signOutText = textOf("signOut");
export const loginText = textOf("login");
export const layoutText = textOf("layout");
export const consoleText = textOf("console");
