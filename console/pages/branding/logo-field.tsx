/** The logo as a file: read here, checked and made harmless by the service. */
import { Button, FileButton, Group, Input } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { failed } from "../../base/notices.ts";

const MAX_LOGO_BYTES = 65_536;

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
}: {
  value: string;
  onChange: (value: string) => void;
}) {
  const text = useTexts("branding");
  const choose = async (file: File | null) => {
    if (!file) return;
    if (file.size > MAX_LOGO_BYTES) return failed(new Error(text.tooLarge), "logo");
    await read(file).then(onChange, (error: unknown) => failed(error, "logo"));
  };
  return (
    <Input.Wrapper label={text.logo} description={text.logoHint} labelElement="div">
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
