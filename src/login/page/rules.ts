/** What a new password has to be, as the views of the page draw it. */
import type { PageContext } from "../../web/pages/layout.ts";
import type { PasswordRules } from "../../web/pages/password-rules.ts";
import type { LoginLink, PasswordLink } from "../manifest.ts";
import type { OpenedView } from "./view.ts";

/** Where views are drawn. */
export interface ViewContext extends PageContext {
  /** Address of the script that ticks the rules. */
  readonly rulesScript: string;
}

/** The length that every service asks for. */
const MIN_LENGTH = 8;

/**
 * @param links of the view; without script the first one counts, with it the chosen one
 * @param opened knows what the manifest does not say
 */
export function rulesAt(
  { branding, rulesScript }: ViewContext,
  links: readonly LoginLink[],
  opened: Pick<OpenedView, "least" | "refuses"> = {},
): PasswordRules {
  const all = links as readonly PasswordLink[];
  const said = all.flatMap(({ password_refuses = [] }) => password_refuses);
  return {
    least: opened.least ?? all[0]?.password_min_length ?? MIN_LENGTH,
    refuses: opened.refuses ?? [...new Set(said)],
    words: ["postern", branding?.().product_name ?? ""].filter((word) => word !== ""),
    script: rulesScript,
  };
}
