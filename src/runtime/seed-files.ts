/** What an operator declares a first start with: files of the machine and variables of the process. */

export interface SeedFile {
  readonly text: string;
  /** Every user of the machine may write to it. */
  readonly open: boolean;
}

export interface SeedFiles {
  /**
   * A file of at most 1 MiB; undefined when there is none. Throws when it cannot be read.
   * @param beside the file whose folder a relative path starts from; absent: the working folder
   */
  read(path: string, beside?: string): Promise<SeedFile | undefined>;
  /** A variable of the environment; undefined when it is not set or empty. */
  variable(name: string): string | undefined;
}
