/** A network as a person is told of it: enough to know one's own, and no address of a device. */

/** `203.0.113.*` and `2001:db8:1:*`; empty where it is neither. */
export function coarseNetwork(network: string): string {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(network)) {
    return `${network.slice(0, network.lastIndexOf("."))}.*`;
  }
  const groups = network.split(":", 4);
  if (groups.length < 3) return "";
  const first = groups.slice(0, 3).filter((group) => group !== "");
  return first.length === 0 ? "" : `${first.join(":")}:*`;
}
