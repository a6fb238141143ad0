/** Elements by id and kind: what is not there, or is something else, is undefined. */
export function find<T extends Element>(id: string, kind: new () => T): T | undefined {
  const element = document.getElementById(id);
  return element instanceof kind ? element : undefined;
}

/** Calls `task` at each click of the element, if it is there. */
export function onClick(id: string, task: () => void): void {
  document.getElementById(id)?.addEventListener("click", task);
}

/** What a field holds. */
export const fieldValue = (id: string): string => find(id, HTMLInputElement)?.value ?? "";
