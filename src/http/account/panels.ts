/** The panels of the account page, in the order in which they stand in their column. */
import type { AccountPanel } from "./panel.ts";
import { passkeysPanel } from "./passkeys.ts";
import { passwordPanel } from "./password.ts";
import { twoStepPanel } from "./two-step.ts";

export const accountPanels: readonly AccountPanel[] = [passkeysPanel, twoStepPanel, passwordPanel];
