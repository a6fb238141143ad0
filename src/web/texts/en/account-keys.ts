/** Every text of the panel of personal API keys. */

export const KEYS = {
  title: "API keys",
  text: "A key lets a program act for you. It can do what you can do; end it when you no longer need it.",
  none: "You have no keys.",
  unnamed: "No name",
  created: "Created {time}",
  neverUsed: "Never used",
  lastUsed: "Last used {time}",
  expires: "Ends {time}",
  noEnd: "No end",
  ended: "Ended {time}",
  disabled: "Switched off by an administrator",
  end: "End",
  endLabel: "End the key {name}",

  add: "Create a key",
  name: "Name",
  nameHint: "What it is for, so that you recognise it.",
  lifetime: "Ends after",
  day: "1 day",
  week: "7 days",
  month: "30 days",
  quarter: "90 days",
  never: "Never",
  longest: "The longest that is allowed",
  make: "Create key",

  shownTitle: "Your new key",
  shownText: "Copy it now and keep it secret: it is shown only once.",
  shownBefore:
    "This page has already created its key, and the key was shown. If you did not keep it, end it and create another one.",
  nameMissing: "Give the key a name.",
  notEnded: "This key does not exist any more.",
} as const;
