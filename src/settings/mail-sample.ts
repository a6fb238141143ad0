/** What mail templates see (spec, "Settings namespaces"), with sample values for checks and previews. */

export interface MailData {
  readonly Email: string;
  readonly Name: string;
  readonly Code: string;
  /** Empty when the mail carries a code alone. */
  readonly MagicLink: string;
  /** As Go writes a duration: `15m0s`. */
  readonly ExpiresIn: string;
  readonly ClientID: string;
  readonly RedirectURI: string;
  readonly UserID: string;
  readonly UserAlias: readonly string[];
}

const withLink: MailData = {
  Email: "user@example.com",
  Name: "Ada Example",
  Code: "123456",
  MagicLink: "https://app.example.com/login?code=123456",
  ExpiresIn: "15m0s",
  ClientID: "web-app",
  RedirectURI: "https://app.example.com/login",
  UserID: "01J0A0B0C0D0E0F0G0H0J0K0M0",
  UserAlias: ["user@example.com"],
};

/** One mail with everything and one with the least, so that both branches of a condition are seen. */
export const mailSamples: readonly MailData[] = [
  withLink,
  { ...withLink, Name: "", MagicLink: "", RedirectURI: "", UserID: "", UserAlias: [] },
];
