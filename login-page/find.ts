/** Elements by id and kind: what is not there, or is something else, is undefined. */
export function find<T extends Element>(id: string, kind: new () => T): T | undefined {
  const element = document.getElementById(id);
  return element instanceof kind ? element : undefined;
}

/** Calls `task` at each click of the element, if it is there; a link leads nowhere else then. */
export function onClick(id: string, task: () => void): void {
  document.getElementById(id)?.addEventListener("click", (event) => {
    event.preventDefault();
    if (!(event.currentTarget as Element).closest("[data-busy]")) task();
  });
}

/** What a field holds. */
export const fieldValue = (id: string): string => find(id, HTMLInputElement)?.value ?? "";
