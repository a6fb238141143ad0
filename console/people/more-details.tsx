/** Members of the details that have no field of their own, as JSON. */
import { Button, Input } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../base/language.ts";
import { isDocument } from "../form/schema.ts";
import { JsonView } from "../parts/json-view.tsx";
import { detailsOf } from "./details.ts";
import type { FormProps } from "./form-props.ts";

/** @param fields members that other parts of the form show */
export function MoreDetails({
  value,
  onChange,
  fields,
}: FormProps & { fields: readonly string[] }) {
  const text = useTexts("people");
  const all = Object.entries(detailsOf(value));
  const others = Object.fromEntries(all.filter(([name]) => !fields.includes(name)));
  const [opened, setOpened] = useState(Object.keys(others).length > 0);
  if (!opened) {
    return (
      <div>
        <Button size="compact-sm" variant="subtle" onClick={() => setOpened(true)}>
          {text.more}
        </Button>
      </div>
    );
  }
  return (
    <Input.Wrapper label={text.more} description={text.moreHint} labelElement="div">
      <JsonView
        label={text.more}
        value={others}
        onChange={(next) => {
          if (!isDocument(next)) return;
          const own = all.filter(([name]) => fields.includes(name));
          onChange({ ...value, details: { ...next, ...Object.fromEntries(own) } });
        }}
      />
    </Input.Wrapper>
  );
}
