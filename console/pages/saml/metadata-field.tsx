/** The metadata of a provider, pasted or read from its file. */
import { Button, FileButton, Stack } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { failed } from "../../base/notices.ts";
import type { FieldProps } from "../../form/field-props.ts";
import { TextField } from "../../form/scalar-fields.tsx";

export function MetadataField(props: FieldProps) {
  const text = useTexts("federation");
  const read = async (file: File | null) => {
    if (file) await file.text().then(props.onChange, (error: unknown) => failed(error, "metadata"));
  };
  return (
    <Stack gap="xs" align="stretch">
      <TextField {...props} schema={{ ...props.schema, format: "pem" }} />
      <div>
        <FileButton accept=".xml,text/xml,application/xml" onChange={(file) => void read(file)}>
          {(button) => (
            <Button {...button} variant="default" size="xs">
              {text.metadataFile}
            </Button>
          )}
        </FileButton>
      </div>
    </Stack>
  );
}
