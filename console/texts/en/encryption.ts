/** Texts of the page that changes the encryption key. */

export const encryption = {
  panel: "Change the encryption key",
  about:
    "Every secret in the database is sealed again with the new key: all of them or none. The service keeps running; changes wait until it is done.",
  points: [
    "From then on, other instances and workers save nothing until they are started with the new key.",
    "If encryption.key is in your configuration, put the new key there at once: the next start refuses the old one.",
    "After that start people have to sign in again, unless session.session_key is set.",
    "Backups keep their old key.",
  ],
  key: "New key",
  keyHint: "At least 16 characters. 32 random bytes in base64 are best.",
  generate: "Generate",
  keep: "I have kept the new key in a safe place",
  restart: "I can restart every instance with it",
  change: "Change the key",
  consequence:
    "Everything is sealed again now. Without the new key, the secrets in this database can no longer be read.",
  doneTitle: "The key was changed",
  kept: "The service keeps it in its data folder; other instances have to be restarted. It is shown only once.",
  brought:
    "Put it into encryption.key of every instance before its next start, and restart each of them. It is shown only once.",
  count: "Values that were sealed again: {count}. ID of the key: {id}.",
  copy: "Copy the new key",
  done: "I have kept it",
} as const;
