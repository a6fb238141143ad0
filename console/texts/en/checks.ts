/** Texts of reports. */

export const checks = {
  passed: "Everything works",
  notPassed: "Not yet",
  fine: "fine",
  wrong: "not right",
} as const;
