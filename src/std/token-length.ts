/** How long a token may be: what is issued is accepted, and fits into the headers of a request (N-1). */

/** Characters of a signed token. */
export const MAX_TOKEN_LENGTH = 14 * 1024;

/** What is left in the headers of a request beside the token: host, cookies, and what proxies add. */
const OTHER_HEADERS_BYTES = 2 * 1024;

/** All headers of a request together: 16 KiB. */
export const MAX_HEADERS_LENGTH = MAX_TOKEN_LENGTH + OTHER_HEADERS_BYTES;
