/** Starts the console in the page that the service made for it. */
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./console.css";
import { createRoot } from "react-dom/client";
import { Console } from "./app/console.tsx";

const place = document.getElementById("console");
if (place) {
  place.replaceChildren();
  createRoot(place).render(<Console />);
}
