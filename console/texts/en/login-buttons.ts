/** The button of a provider on the login page. */

export const loginButtons = {
  title: "Button on the login page",
  about:
    "Leads people to this provider. The session provider and the client that it needs are created and removed with it.",
  onPage: "Show a button on the login page",
  newHint: "You can change this later.",
  name: "Name",
  rename: "Save the button",
  preview: "Continue with {name}",
  absent: "No page leads to this provider. Applications can still send people there themselves.",
  disabled: "The provider is switched off, so its button is not shown.",
  shown: "On the login page",
  broken: "Button does not work",
  brokenHint:
    "The button is not shown because something that it needs was changed: look at {key} under Session providers, or switch the button off and on again.",
  added: "The button is on the login page.",
  removed: "The button is removed.",
  renamed: "The button is saved.",
  several: "{count} buttons lead to this provider. Each has its own name, logo and place.",
  one: "Button {key}",
  ofGroup: "Button {key} of the group {group}",
  place: "Place among the buttons: {place} of {count}",
  up: "Further up",
  down: "Further down",
  moved: "The order is saved.",
  page: "As people see it",
  drawn: "Without a logo of its own, a known provider has its mark.",
  full: "Full administrators put the button there.",
} as const;
