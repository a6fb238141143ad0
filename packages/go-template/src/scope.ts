/** The variables a parser knows, found in constant time and dropped block by block. */

export class Scope {
  private readonly declared: string[] = ["$"];
  private readonly counts = new Map<string, number>([["$", 1]]);

  get size(): number {
    return this.declared.length;
  }

  declare(name: string): void {
    this.declared.push(name);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  knows(name: string): boolean {
    return (this.counts.get(name) ?? 0) > 0;
  }

  /** Forgets what was declared since the scope had this size. */
  shrink(size: number): void {
    for (const name of this.declared.splice(size)) {
      this.counts.set(name, (this.counts.get(name) ?? 0) - 1);
    }
  }
}
