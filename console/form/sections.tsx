/** The members of a document in named groups; what no group names stands below them, so a new key needs no code here. */
import { Accordion, Paper, Stack, Text, Title } from "@mantine/core";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { useTexts } from "../base/language.ts";
import { useOpened } from "./faults.ts";
import { DrawField, type FieldProps } from "./field-props.ts";
import { Members, type MembersProps } from "./members.tsx";
import { SchemaField } from "./schema-field.tsx";

export interface Section {
  readonly title: string;
  readonly about?: string;
  readonly members: readonly string[];
  /** Below its fields, such as a test of what is stored. */
  readonly below?: ReactNode;
  /** Closed until it is asked for. */
  readonly folded?: boolean;
}

/** A part of the id of its panel, which has no blanks: what controls it could not name it otherwise. */
const foldOf = (title: string): string => title.replaceAll(/\s/g, "-");

/** Hand-made fields, by the path of their member. */
export type OwnFields = Readonly<Record<string, ComponentType<FieldProps>>>;

const Own = createContext<OwnFields>({});

/** The hand-made field of a member, else the one of its schema. */
function OwnField(props: FieldProps) {
  const Kind = useContext(Own)[props.path] ?? SchemaField;
  return <Kind {...props} />;
}

export interface SectionsProps extends MembersProps {
  readonly sections?: readonly Section[] | undefined;
  readonly fields?: OwnFields | undefined;
}

export function Sections({ sections = [], fields = {}, omit = [], ...members }: SectionsProps) {
  const text = useTexts("records");
  const named = new Set([...omit, ...sections.flatMap((section) => section.members)]);
  const rest = Object.entries(members.schema.properties ?? {})
    .filter(([name, member]) => !member.readOnly && !named.has(name))
    .map(([name]) => name);
  const open = sections.filter(({ folded }) => !folded);
  const folded = [
    ...sections.filter((section) => section.folded),
    ...(rest.length > 0 && sections.length > 0
      ? [{ title: text.further, members: rest, folded: true } as Section]
      : []),
  ];
  const before = members.path ? `${members.path}.` : "";
  const opened = useOpened(
    [],
    folded.map(({ title, members: only }) => ({
      name: foldOf(title),
      holds: (member) =>
        only.some((one) => member === before + one || member.startsWith(`${before}${one}.`)),
    })),
  );
  const shown = (only: readonly string[]) => <Members {...members} {...{ only, omit }} />;
  return (
    <Own value={fields}>
      <DrawField value={OwnField}>
        {sections.length === 0 ? (
          <Members {...members} omit={omit} />
        ) : (
          <Stack>
            {open.map(({ title, about, members: only, below }) => (
              <Paper key={title} withBorder p="md" component="section" aria-label={title}>
                <SectionHead {...{ title, about }} />
                {shown(only)}
                {below}
              </Paper>
            ))}
            {folded.length > 0 && (
              <Accordion multiple variant="contained" keepMounted={false} order={2} {...opened}>
                {folded.map(({ title, about, members: only }) => (
                  <Accordion.Item key={title} value={foldOf(title)}>
                    <Accordion.Control>
                      <Text fw={600}>{title}</Text>
                    </Accordion.Control>
                    <Accordion.Panel>
                      {about && (
                        <Text size="sm" c="dimmed" mb="md">
                          {about}
                        </Text>
                      )}
                      {shown(only)}
                    </Accordion.Panel>
                  </Accordion.Item>
                ))}
              </Accordion>
            )}
          </Stack>
        )}
      </DrawField>
    </Own>
  );
}

export function SectionHead({ title, about }: { title: string; about?: string | undefined }) {
  return (
    <>
      <Title order={2} size="h5" mb={about ? 2 : "sm"}>
        {title}
      </Title>
      {about && (
        <Text size="sm" c="dimmed" mb="md" maw={640}>
          {about}
        </Text>
      )}
    </>
  );
}
