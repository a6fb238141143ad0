/** Signup and password reset, with a preview of their mails (auth-wire 8.2, 5.16). */
import type { OwnFields } from "../../form/sections.tsx";
import { RolesField } from "../../records/roles-field.tsx";
import { MailPreview } from "../../settings/mail-preview.tsx";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";

const FIELDS: OwnFields = { default_role_ids: RolesField };

export default function Page() {
  return (
    <>
      <TabHead of="signup" />
      <NamespaceForm
        namespace="signup"
        fields={FIELDS}
        after={({ verify_subject, verify_body_template, reset_subject, reset_body_template }) => (
          // The service previews templates of signup as those of the sign-in mail.
          <MailPreview
            mails={[
              {
                name: "verify",
                settings: { subject: verify_subject, body_template: verify_body_template },
              },
              {
                name: "reset",
                settings: { subject: reset_subject, body_template: reset_body_template },
              },
            ]}
          />
        )}
      />
    </>
  );
}
