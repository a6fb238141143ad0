/** Invitations, and the settings of how accounts begin. */
import { Title } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { MayChange, useMay } from "../../base/rights.ts";
import { MailNeeds } from "../../settings/mail-needs.tsx";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { Invite } from "./invite.tsx";

export default function Page() {
  const invites = useMay("people");
  const text = useTexts("accounts");
  return (
    <>
      <TabHead of="accounts" />
      {invites && <MailNeeds />}
      {invites && <Invite />}
      {useMay("read", "people") && (
        <MayChange value={invites}>
          <InvitationList />
        </MayChange>
      )}
      {useMay("read", "settings") && (
        <>
          <Title order={2} size="h4" mt="lg" mb="sm">
            {text.settings}
          </Title>
          <NamespaceForm namespace="accounts" />
        </>
      )}
    </>
  );
}
