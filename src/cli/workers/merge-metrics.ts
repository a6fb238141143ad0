/** One text of metrics from those of all workers, whose series a label `worker` tells apart. */

/** A line that begins or describes a family: `# HELP name …`, `# TYPE name …`. */
const ABOUT = /^# (?:HELP|TYPE) (\S+) /;

/**
 * All series of a family stand together, after its description, as Prometheus asks.
 * @param texts in Prometheus' text format
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, { about: Set<string>; series: string[] }>();
  for (const text of texts) {
    let family: { about: Set<string>; series: string[] } | undefined;
    for (const line of text.split("\n")) {
      const name = ABOUT.exec(line)?.[1];
      if (name !== undefined) {
        family = families.get(name) ?? { about: new Set(), series: [] };
        families.set(name, family);
        family.about.add(line);
      } else if (line !== "" && !line.startsWith("#")) family?.series.push(line);
    }
  }
  const lines = [...families.values()].flatMap(({ about, series }) => [...about, ...series]);
  return lines.length > 0 ? `${lines.join("\n")}\n` : "";
}
