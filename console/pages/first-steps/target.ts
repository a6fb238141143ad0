/** What the finished texts are made for: a client of this service. */
export interface Target {
  /** Issuer URL of the service. */
  readonly issuer: string;
  /** Client ID. */
  readonly id: string;
  /** Redirect URI; empty for a program without a user. */
  readonly redirect: string;
}

/** As a string of JavaScript, JSON or Python, whatever is in it. */
export const quoted = (text: string): string => JSON.stringify(text);

/** Where the program listens: the port of its redirect URI, else 3000. */
export const portOf = ({ redirect }: Target): number =>
  Number(URL.canParse(redirect) ? new URL(redirect).port : "") || 3000;
