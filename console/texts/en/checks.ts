/** Texts of reports. */

export const checks = {
  passed: "Everything works",
  notPassed: "The test failed",
  fine: "fine",
  wrong: "not right",
} as const;
