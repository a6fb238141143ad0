/** Every text of the console in French, by the page or part that shows it. */
import type { Texts } from "../en/index.ts";
import { access } from "./access.ts";
import { account } from "./account.ts";
import { accounts } from "./accounts.ts";
import { admin } from "./admin.ts";
import { applications } from "./applications.ts";
import { audit } from "./audit.ts";
import { branding } from "./branding.ts";
import { checks } from "./checks.ts";
import { choices } from "./choices.ts";
import { clientLogout } from "./client-logout.ts";
import { clients } from "./clients.ts";
import { configs } from "./configs.ts";
import { configuration } from "./configuration.ts";
import { customInfo } from "./custom-info.ts";
import { device } from "./device.ts";
import { directory } from "./directory.ts";
import { encryption } from "./encryption.ts";
import { explain } from "./explain.ts";
import { federation } from "./federation.ts";
import { firstSteps } from "./first-steps.ts";
import { flows } from "./flows.ts";
import { frame } from "./frame.ts";
import { guide } from "./guide.ts";
import { iam } from "./iam.ts";
import { conflicts } from "./identity-conflicts.ts";
import { inspector } from "./inspector.ts";
import { issuer } from "./issuer.ts";
import { keys } from "./keys.ts";
import { loginButtons } from "./login-buttons.ts";
import { mail } from "./mail.ts";
import { mtls } from "./mtls.ts";
import { overview } from "./overview.ts";
import { password } from "./password.ts";
import { people } from "./people.ts";
import { peopleImport } from "./people-import.ts";
import { providerGuide } from "./provider-guide.ts";
import { records } from "./records.ts";
import { refused } from "./refused.ts";
import { registration } from "./registration.ts";
import { rights } from "./rights.ts";
import { searchWords } from "./search-words.ts";
import { secondFactor } from "./second-factor.ts";
import { sessionProviders } from "./session-providers.ts";
import { switches } from "./switches.ts";
import { tabs } from "./tabs.ts";
import { trial } from "./try.ts";
import { webhooks } from "./webhooks.ts";

export { messages } from "./messages.ts";
export { schema } from "./schema.ts";

export const texts: Texts = {
  access,
  account,
  admin,
  applications,
  audit,
  branding,
  checks,
  choices,
  clientLogout,
  clients,
  configs,
  configuration,
  customInfo,
  device,
  directory,
  encryption,
  explain,
  federation,
  firstSteps,
  flows,
  frame,
  guide,
  iam,
  conflicts,
  inspector,
  issuer,
  keys,
  loginButtons,
  mail,
  mtls,
  overview,
  password,
  people,
  peopleImport,
  providerGuide,
  records,
  refused,
  registration,
  rights,
  accounts,
  searchWords,
  secondFactor,
  sessionProviders,
  switches,
  tabs,
  trial,
  webhooks,
};
