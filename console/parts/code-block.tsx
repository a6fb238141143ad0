/** Text to copy into a terminal or a file; long lines scroll. */

export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="console-snippet" tabIndex={0} aria-label={label}>
      <pre className="console-code">{code}</pre>
    </section>
  );
}
