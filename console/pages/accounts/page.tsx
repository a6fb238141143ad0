/** Invitations, and the settings of how accounts begin. */
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { Invite } from "./invite.tsx";

export default function Page() {
  return (
    <>
      <TabHead of="accounts" />
      <Invite />
      <InvitationList />
      <NamespaceForm namespace="accounts" />
    </>
  );
}
