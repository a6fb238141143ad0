/** The panels of the account page, in the order in which they stand in their column. */
import { apiKeysPanel } from "./api-keys.ts";
import { applicationsPanel } from "./applications.ts";
import { identitiesPanel } from "./identities.ts";
import type { AccountPanel } from "./panel.ts";
import { passkeysPanel } from "./passkeys.ts";
import { passwordPanel } from "./password.ts";
import { profilePanel } from "./profile.ts";
import { sessionsPanel } from "./sessions.ts";
import { twoStepPanel } from "./two-step.ts";

export const accountPanels: readonly AccountPanel[] = [
  profilePanel,
  passkeysPanel,
  passwordPanel,
  twoStepPanel,
  identitiesPanel,
  sessionsPanel,
  applicationsPanel,
  apiKeysPanel,
];
