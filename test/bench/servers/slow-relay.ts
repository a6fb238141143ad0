/** A mail relay that needs 200 ms for each mail; it counts them by recipient and tells when it is asked. */
import { SMTPServer } from "smtp-server";

const TAKES_MS = Number(process.argv[2] ?? 200);
const recipients = new Set<string>();
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  disableReverseLookup: true,
  onData(stream, session, done) {
    stream.resume().on("end", () => {
      setTimeout(() => {
        for (const { address } of session.envelope.rcptTo) recipients.add(address);
        done();
      }, TAKES_MS);
    });
  },
});
server.on("error", () => undefined);
server.listen(Number(process.env.BENCH_PORT), "127.0.0.1", () => process.send?.("ready"));
process.on("message", () => process.send?.(recipients.size));
process.once("SIGTERM", () => process.exit(0));
