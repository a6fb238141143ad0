/** Signup and password reset, with a preview of their mails (auth-wire 8.2, 5.16). */
import { MailPreview } from "../../settings/mail-preview.tsx";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";

export default function Page() {
  return (
    <>
      <TabHead of="signup" />
      <NamespaceForm
        namespace="signup"
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
