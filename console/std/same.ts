/** Whether two JSON documents say the same, whatever the order of their members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return (
    names.length === others.length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) && isSame(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}
