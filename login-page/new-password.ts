/** The rules of new passwords below it are ticked where a view has some: their script is loaded then, and not before. */
export function offerRules(root: ParentNode): void {
  const script = root.querySelector<HTMLElement>("[data-rules][data-script]")?.dataset.script;
  if (!script) return;
  // Without it the rules stand there as without script.
  import(script).then(
    ({ tickRules }) => tickRules(root),
    () => undefined,
  );
}
