/** The logo as a file: read here, checked and made harmless by the service. */
import { Button, FileButton, Group, Input } from "@mantine/core";
import { fill } from "../../src/std/texts/fill.ts";
import { useTexts } from "../base/language.ts";
import { failed } from "../base/notices.ts";

function read(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
}

export function LogoField({
  value,
  onChange,
  most,
}: {
  value: string;
  onChange: (value: string) => void;
  /** KiB of the file. */
  most: number;
}) {
  const text = useTexts("branding");
  const choose = async (file: File | null) => {
    if (!file) return;
    if (file.size > most * 1_024) return failed(new Error(fill(text.tooLarge, { most })), "logo");
    await read(file).then(onChange, (error: unknown) => failed(error, "logo"));
  };
  return (
    <Input.Wrapper label={text.logo} description={fill(text.logoHint, { most })} labelElement="div">
      <Group mt="xs" data-member="logo">
        <FileButton accept="image/svg+xml,image/png" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {text.choose}
            </Button>
          )}
        </FileButton>
        {value !== "" && (
          <Button variant="subtle" color="red" size="xs" onClick={() => onChange("")}>
            {text.remove}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
