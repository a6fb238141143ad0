/** The fields of a service account. */
import { SimpleGrid, Stack, TagsInput, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../../base/language.ts";
import type { Document } from "../../form/schema.ts";
import { Section } from "../../parts/section.tsx";
import { AccessFields } from "../../people/access-fields.tsx";
import { detailsOf, idsOf, textOf, withDetail } from "../../people/details.ts";
import { fingerprintOf } from "../../people/fingerprint.ts";
import type { FormProps } from "../../people/form-props.ts";
import { IdentityFields } from "../../people/identity-fields.tsx";
import { MoreDetails } from "../../people/more-details.tsx";
import { SecretInput } from "../../people/secret-input.tsx";

const FIELDS = ["name", "secret", "scope", "cert_fingerprint", "cert_subject", "jwks_uri"];

function Certificate({ value, onChange }: FormProps) {
  const text = useTexts("people");
  const [pem, setPem] = useState("");
  const [bad, setBad] = useState(false);
  const read = async (typed: string) => {
    setPem(typed);
    const fingerprint = typed.trim() === "" ? "" : await fingerprintOf(typed);
    setBad(fingerprint === undefined);
    if (fingerprint) onChange(withDetail(value, "cert_fingerprint", fingerprint));
  };
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600} size="sm">
          {text.certificate}
        </Text>
        <Text size="xs" c="dimmed">
          {text.certificateHint}
        </Text>
      </div>
      <Textarea
        label={text.pem}
        classNames={{ input: "console-code" }}
        placeholder="-----BEGIN CERTIFICATE-----"
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        value={pem}
        error={bad ? text.pemBad : undefined}
        onChange={(event) => void read(event.currentTarget.value)}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <TextInput
          label={text.fingerprint}
          description={text.fingerprintHint}
          classNames={{ input: "console-code" }}
          spellCheck={false}
          value={textOf(value, "cert_fingerprint")}
          onChange={(event) =>
            onChange(withDetail(value, "cert_fingerprint", event.currentTarget.value.trim()))
          }
        />
        <TextInput
          label={text.subject}
          description={text.subjectHint}
          spellCheck={false}
          value={textOf(value, "cert_subject")}
          onChange={(event) =>
            onChange(withDetail(value, "cert_subject", event.currentTarget.value))
          }
        />
      </SimpleGrid>
    </Stack>
  );
}

/** @param id of a stored service account */
export function ServiceAccountForm({
  value,
  onChange,
  id,
}: FormProps & { id: string | undefined }) {
  const text = useTexts("people");
  const scopes = textOf(value, "scope").split(" ").filter(Boolean);
  return (
    <Stack>
      <IdentityFields {...{ value, onChange }} members={[]} nameRequired />
      <Section title={text.credentials}>
        <Stack>
          <SecretInput
            label={text.secret}
            description={id === undefined ? text.secretNew : text.secretKeep}
            value={detailsOf(value).secret}
            onChange={(secret) => onChange(withDetail(value, "secret", secret))}
          />
          <TextInput
            label={text.keysAddress}
            description={text.keysAddressHint}
            placeholder="https://"
            classNames={{ input: "console-code" }}
            spellCheck={false}
            value={textOf(value, "jwks_uri")}
            onChange={(event) =>
              onChange(withDetail(value, "jwks_uri", event.currentTarget.value.trim()))
            }
          />
          <Certificate {...{ value, onChange }} />
          <TagsInput
            label={text.scope}
            description={text.scopeHint}
            acceptValueOnBlur
            splitChars={[" ", "\n", ","]}
            value={scopes}
            onChange={(next) => onChange(withDetail(value, "scope", next.join(" ")))}
          />
        </Stack>
      </Section>
      <AccessFields {...{ value, onChange }} synced={false} />
      <MoreDetails {...{ value, onChange }} fields={FIELDS} />
    </Stack>
  );
}

/** What the console asks for beyond the service (auth-wire 2.3). */
export function refuseAccount(
  text: { readonly [Name in "needAlias" | "needAccountName" | "needCredential"]: string },
  value: Document,
  id: string | undefined,
): string | undefined {
  if (idsOf(value, "alias").length === 0) return text.needAlias;
  if (textOf(value, "name").trim() === "") return text.needAccountName;
  const credentials = ["secret", "cert_fingerprint", "cert_subject", "jwks_uri", "jwks"];
  const details = detailsOf(value);
  // A stored secret stays, and is not known here.
  if (id === undefined && credentials.every((member) => (details[member] ?? "") === "")) {
    return text.needCredential;
  }
  return undefined;
}
