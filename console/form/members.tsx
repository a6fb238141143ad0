/** The members of an object in the order of its schema: short fields side by side, groups below one another. */
import { Box, SimpleGrid, Stack } from "@mantine/core";
import { createContext, useContext } from "react";
import { FaultScope } from "./faults.ts";
import { DrawField } from "./field-props.ts";
import { type Components, type Document, kindOf, resolve, type Schema } from "./schema.ts";

/** Members that are fixed elsewhere, by their path from the root, and what fixes them. */
export const Pinned = createContext<Readonly<Record<string, string>>>({});

/** What is in force in place of the stored value, by the same path; absent where only the mark can tell. */
export const InForce = createContext<Readonly<Record<string, unknown>>>({});

export interface MembersProps {
  readonly schema: Schema;
  readonly components: Components;
  readonly value: Document;
  readonly onChange: (value: Document) => void;
  readonly path?: string;
  /** Members that a hand-made part of the page shows. */
  readonly omit?: readonly string[];
  /** These alone. */
  readonly only?: readonly string[];
}

const LONG = new Set(["object", "array"]);

export function Members({
  schema,
  components,
  value,
  onChange,
  path = "",
  omit = [],
  only,
}: MembersProps) {
  const pinned = useContext(Pinned);
  const inForce = useContext(InForce);
  const Field = useContext(DrawField);
  const scope = useContext(FaultScope);
  const shown = Object.entries(schema.properties ?? {})
    .filter(
      ([name, member]) =>
        !member.readOnly && !omit.includes(name) && (only?.includes(name) ?? true),
    )
    .map(([name, member]) => [name, resolve(member, components)] as const);
  const field = ([name, member]: readonly [string, Schema]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return (
      <Box key={name} data-member={at} data-place={scope + at}>
        <Field
          {...{ name, components, path: at }}
          schema={member}
          value={Object.hasOwn(inForce, at) ? inForce[at] : value[name]}
          stored={value[`${name}_set`] === true}
          pinned={pinned[at]}
          onChange={(next) => {
            const { [name]: _, ...others } = value;
            onChange(next === undefined ? others : { ...value, [name]: next });
          }}
        />
      </Box>
    );
  };
  const isLong = ([, member]: readonly [string, Schema]) =>
    LONG.has(kindOf(member) ?? "object") ||
    member.format === "template" ||
    member.writeOnly === true;
  const short = shown.filter((one) => !isLong(one));
  const long = shown.filter(isLong);
  return (
    <Stack gap="md">
      {short.length > 0 && (
        <SimpleGrid
          className="console-fields"
          cols={{ base: 1, md: 2 }}
          verticalSpacing="md"
          spacing="lg"
        >
          {short.map(field)}
        </SimpleGrid>
      )}
      {long.map(field)}
    </Stack>
  );
}
