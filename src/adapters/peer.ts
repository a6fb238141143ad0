/** Addresses of peers as the runtimes report them. */

/** An IPv4 address inside IPv6 becomes IPv4; a zone (`fe80::1%eth0`) is dropped. */
export function foldAddress(address: string): string {
  if (!address.includes(":")) return address;
  const plain = (address.split("%", 1)[0] ?? "").toLowerCase();
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(plain);
  if (mapped?.[1]) return mapped[1];
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain);
  if (!hex?.[1] || !hex[2]) return plain;
  const [high, low] = [Number.parseInt(hex[1], 16), Number.parseInt(hex[2], 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
