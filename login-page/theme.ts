/** Light, dark, or what the system says; kept in this browser where it may be (login-session-wire 4.1.1). */
import { find } from "./find.ts";

const KEY = "svc:theme";
const isTheme = (value: unknown): value is string => value === "light" || value === "dark";

/** Storage may be denied; then the choice lasts as long as the page. */
function read(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function keep(theme: string): void {
  try {
    if (theme === "") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // It was only for next time.
  }
}

function show(theme: string): void {
  if (isTheme(theme)) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** Before anything else, so that the page does not flash. */
export function applyTheme(): void {
  show(read());
}

export function offerTheme(): void {
  const choice = find("theme", HTMLSelectElement);
  if (!choice) return;
  const theme = read();
  choice.value = isTheme(theme) ? theme : "";
  choice.addEventListener("change", () => {
    show(choice.value);
    keep(choice.value);
  });
  find("login-theme", HTMLLabelElement)?.removeAttribute("hidden");
}
