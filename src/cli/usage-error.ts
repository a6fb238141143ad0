/** A command line that cannot be understood: exit code 2, as POSIX utilities answer. */
import { StartError } from "../errors.ts";

export class UsageError extends StartError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UsageError";
  }
}
