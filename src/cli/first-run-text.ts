/** What the first start tells, once: who signs in and where, and a `curl` that gets a token. */
import type { FirstRun } from "../first-run.ts";

const KEPT = {
  terminal: "These credentials are shown once and kept nowhere in the clear:",
  file: "These credentials are in this file alone. Delete it when you have read it:",
} as const;

/**
 * @param origin scheme, host and port that the server listens on
 * @param place where the text goes
 */
export function firstRunText(
  first: FirstRun,
  origin: string,
  prefix: string,
  place: keyof typeof KEPT,
): string {
  const { admin, login_client: login, demo_account: demo } = first;
  const token = `${origin}${prefix}/oauth2/token`;
  return `
  Postern is sealed. ${KEPT[place]}

    Administrator   ${admin.alias}   ${admin.password}
    Login client    ${login.id}   ${login.secret}
    Demo account    ${demo.id}    ${demo.secret}

  First sign in as the administrator, and change the password on the page of the account:

    ${origin}/

  Get an access token as the demo service account:

    curl -u '${demo.id}:${demo.secret}' -d grant_type=client_credentials ${token}

  Get one as the administrator, then manage the service with "Authorization: Bearer …":

    curl -u '${login.id}:${login.secret}' -d grant_type=password \\
         -d username=${admin.alias} -d password=${admin.password} ${token}

  API description   ${origin}${prefix}/swagger/

`;
}
