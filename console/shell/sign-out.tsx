/** Ends the session by a form, as the page without script does; the answer leads away from the console. */
import { Menu } from "@mantine/core";
import { useRef } from "react";
import { SIGN_OUT } from "../api/document.ts";
import { useTexts } from "../base/language.ts";
import { queries } from "../base/queries.ts";
import { Icon } from "../parts/icon.tsx";

export function SignOut() {
  const text = useTexts("frame");
  const form = useRef<HTMLFormElement>(null);
  if (SIGN_OUT === undefined) return null;
  return (
    <>
      <Menu.Divider />
      <form ref={form} method="post" action={SIGN_OUT} hidden />
      <Menu.Item
        leftSection={<Icon name="leave" size={16} />}
        onClick={() => {
          queries.clear();
          form.current?.submit();
        }}
      >
        {text.signOut}
      </Menu.Item>
    </>
  );
}
