/** Which mailed codes take each other's place: those of one person at one client (E-3). */
import type { CodePayload } from "../../codes/kinds.ts";

export const subjectOf = ({ user_id, client_id }: CodePayload<"email">): string =>
  `${user_id} ${client_id}`;
