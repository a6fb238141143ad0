/** How long a token may be: what is issued is accepted, and fits into the headers of a request (N-1). */

/** Characters of a signed token. */
export const LONGEST_TOKEN = 14 * 1024;

/** What is left in the headers of a request beside the token: host, cookies, and what proxies add. */
const OTHER_HEADERS = 2 * 1024;

/** All headers of a request together: 16 KiB. */
export const LONGEST_HEADERS = LONGEST_TOKEN + OTHER_HEADERS;
