/** Invitations, and the settings of how accounts begin. */
import { MayChange, useMay } from "../../base/rights.ts";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { Invite } from "./invite.tsx";

export default function Page() {
  const invites = useMay("people");
  return (
    <>
      <TabHead of="accounts" />
      {invites && <Invite />}
      {useMay("read", "people") && (
        <MayChange value={invites}>
          <InvitationList />
        </MayChange>
      )}
      {useMay("read", "settings") && <NamespaceForm namespace="accounts" />}
    </>
  );
}
