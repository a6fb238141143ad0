/** Durations as the service writes them: `1h30m`, `90s`, `500ms`. */
const DURATION = /^[-+]?(?:0|(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d))+)$/;

export const isDuration = (text: string): boolean => DURATION.test(text.trim());
