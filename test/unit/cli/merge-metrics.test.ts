import { expect, test } from "vitest";
import { mergeMetrics } from "../../../src/cli/workers/merge-metrics.ts";

const of = (worker: number, more = "") =>
  `# HELP a_total What.\n# TYPE a_total counter\na_total{worker="${worker}"} ${worker}\n${more}# HELP b Another.\n# TYPE b gauge\nb{worker="${worker}",text="# TYPE b gauge"} 0\n`;

test("series of one family stand together, below one description", () => {
  expect(mergeMetrics([of(1), of(2)])).toBe(
    [
      ...["# HELP a_total What.", "# TYPE a_total counter"],
      ...['a_total{worker="1"} 1', 'a_total{worker="2"} 2'],
      ...["# HELP b Another.", "# TYPE b gauge"],
      ...['b{worker="1",text="# TYPE b gauge"} 0', 'b{worker="2",text="# TYPE b gauge"} 0', ""],
    ].join("\n"),
  );
});

test("a family that one worker alone has is kept", () => {
  const alone = '# HELP c_total Third.\n# TYPE c_total counter\nc_total{worker="2"} 7\n';
  expect(mergeMetrics([of(1), of(2, alone)])).toContain('c_total{worker="2"} 7');
});

test("a worker that did not answer in time leaves the others", () => {
  expect(mergeMetrics(["", of(2), "# no metrics\n"])).toBe(of(2));
  expect(mergeMetrics([])).toBe("");
});
