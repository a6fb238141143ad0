/** The credentials of a first start as a person reads them. */
import type { FirstRun } from "./sealed.ts";

const KEPT = {
  terminal: "These credentials are shown once and kept nowhere in the clear:",
  file: "These credentials are in this file alone. Delete it when you have read it:",
} as const;

/** Where a person reads them. */
export type Reader = keyof typeof KEPT;

/** @param place where the text goes */
export function credentialsText(first: FirstRun, place: Reader): string {
  const { admin, login_client: login, demo_account: demo } = first;
  const lines = [
    `Administrator   ${admin.alias}   ${admin.password}`,
    `Login client    ${login.id}   ${login.secret}`,
    ...(demo ? [`Demo account    ${demo.id}    ${demo.secret}`] : []),
  ];
  return `
  Postern is sealed. ${KEPT[place]}

${lines.map((line) => `    ${line}\n`).join("")}`;
}
