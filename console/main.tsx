/** Starts the console in the page that the service made for it. */
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./console.css";
import { createRoot } from "react-dom/client";
import { startLanguage } from "./base/language.ts";
import { Console } from "./shell/console.tsx";
import { runCallback } from "./try/callback.ts";
import { CALLBACK_PATH } from "./try/channel.ts";

const element = document.getElementById("console");
if (element) {
  void startLanguage().then(() => {
    if (location.pathname.endsWith(CALLBACK_PATH)) {
      runCallback(element);
    } else {
      element.replaceChildren();
      createRoot(element).render(<Console />);
    }
  });
}
