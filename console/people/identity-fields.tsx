/** Who a user or service account is: usernames, name, email, state. */
import { SimpleGrid, Stack, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { Section } from "../parts/section.tsx";
import { idsOf, textOf, withDetail } from "./details.ts";
import type { FormProps } from "./form-props.ts";

export interface IdentityFieldsProps extends FormProps {
  /** Members of the details beside the name. */
  readonly members: readonly ("email" | "uid")[];
  readonly nameRequired: boolean;
}

export function IdentityFields({ value, onChange, members, nameRequired }: IdentityFieldsProps) {
  const text = useTexts("people");
  return (
    <Section title={text.who}>
      <Stack>
        <TagsInput
          label={text.aliases}
          description={text.aliasesHint}
          withAsterisk
          acceptValueOnBlur
          splitChars={["\n", ","]}
          value={idsOf(value, "alias")}
          onChange={(alias) => onChange({ ...value, alias })}
        />
        <SimpleGrid cols={{ base: 1, md: 2 }} verticalSpacing="md" spacing="lg">
          <TextInput
            label={text.name}
            withAsterisk={nameRequired}
            value={textOf(value, "name")}
            onChange={(event) => onChange(withDetail(value, "name", event.currentTarget.value))}
          />
          {members.includes("email") && (
            <TextInput
              label={text.email}
              inputMode="email"
              value={textOf(value, "email")}
              onChange={(event) => onChange(withDetail(value, "email", event.currentTarget.value))}
            />
          )}
          {members.includes("uid") && (
            <TextInput
              label={text.uid}
              description={text.uidHint}
              value={textOf(value, "uid")}
              onChange={(event) => onChange(withDetail(value, "uid", event.currentTarget.value))}
            />
          )}
          <Textarea
            label={text.description}
            description={text.descriptionHint}
            autosize
            minRows={1}
            maxRows={8}
            value={typeof value.description === "string" ? value.description : ""}
            onChange={(event) => onChange({ ...value, description: event.currentTarget.value })}
          />
        </SimpleGrid>
        <Switch
          label={text.active}
          description={text.activeHint}
          checked={value.is_active !== false}
          onChange={(event) => onChange({ ...value, is_active: event.currentTarget.checked })}
        />
      </Stack>
    </Section>
  );
}
