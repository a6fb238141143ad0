/** What the first start tells, once: who signs in and where, and a `curl` that gets a token. */
import { credentialsText, type Reader } from "../first-run/credentials-text.ts";
import type { FirstRun } from "../first-run/sealed.ts";

/** Where the service is, for the commands in the text. */
export interface ToldPlace {
  /** Scheme, host and port that the server listens on. */
  readonly origin: string;
  readonly prefix: string;
  /** There is a login page. */
  readonly pages: boolean;
}

/** @param reader where the text goes */
export function firstRunText(
  first: FirstRun,
  { origin, prefix, pages }: ToldPlace,
  reader: Reader,
): string {
  const { admin, login_client: login, demo_account: demo } = first;
  const token = `${origin}${prefix}/oauth2/token`;
  const signIn = `
  First sign in as the administrator, and change the password on the page of the account:

    ${origin}/
`;
  const tryToken = `
  Get an access token as the demo service account:

    curl -u '${demo?.id}:${demo?.secret}' -d grant_type=client_credentials ${token}
`;
  const manage = `
  For scripts: put one of the administrator into TOKEN. It is valid for 15 minutes; the password is the one that holds now:

    TOKEN=$(curl -s -u '${login.id}:${login.secret}' -d grant_type=password \\
         -d username=${admin.alias} -d password=${admin.password} ${token} \\
         | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
    curl -H "Authorization: Bearer $TOKEN" ${origin}${prefix}/v1/users
`;
  const front = `
  There is no session in front (session.enabled is false): nothing can sign in here, and the proxy in
  front says with X-User who asks. X-User: ${admin.alias} manages the service.
`;
  return `${credentialsText(first, reader)}${pages ? signIn : ""}${demo ? tryToken : ""}${pages ? manage : front}
  API description   ${origin}${prefix}/swagger/

`;
}
