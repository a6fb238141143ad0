/** What became of a request that was refused, by its status; for refusals that have no sentence of their own. */

export const refused = {
  quoted: "{what} The service says: {said}",
  400: "This was not accepted.",
  401: "You are not signed in.",
  403: "You are not allowed to do this.",
  404: "This does not exist.",
  409: "This conflicts with something that is already there.",
  412: "It was changed in the meantime.",
  413: "This is too large.",
  429: "Too many requests. Try again later.",
  500: "Something went wrong in the service.",
  503: "The service cannot do this at the moment.",
  other: "This did not work.",
} as const;
