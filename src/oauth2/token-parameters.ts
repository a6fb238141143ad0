/** Parameters of a token request; a list only for `resource` (N-5). Empty values are absent. */
export type TokenParameters = Readonly<Record<string, string | readonly string[] | undefined>>;
