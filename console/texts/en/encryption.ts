/** Texts of the page that changes the encryption key. */

export const encryption = {
  panel: "Change the encryption key",
  about:
    "Every secret in the database is sealed again with the new key: all of them or none. The service goes on meanwhile; writes wait.",
  points: [
    "Other instances and workers write nothing from then on, until they are started with the new key.",
    "With encryption.key in your configuration, put the new key there at once: the next start refuses the old one.",
    "After that start people sign in again, unless session.session_key is set.",
    "Backups keep their old key.",
  ],
  key: "New key",
  keyHint: "At least 16 characters. 32 random bytes in base64 are best.",
  generate: "Generate",
  keep: "I have kept the new key in a safe place",
  restart: "I can start every instance again with it",
  change: "Change the key",
  consequence:
    "Everything is sealed again now. Without the new key the secrets in this database cannot be read any more.",
  doneTitle: "The key was changed",
  kept: "The service keeps it in its data folder; other instances have to be started again. It is shown only once.",
  brought:
    "Put it into encryption.key before the next start, at every instance, and start each of them again. It is shown only once.",
  count: "Values that were sealed again: {count}. Id of the key: {id}.",
  copy: "Copy the new key",
  done: "I have kept it",
} as const;
