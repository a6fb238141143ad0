/**
 * What `npm test` and `npm run check` leave to a longer run (ADR 0087), with the minutes of one worker that it takes.
 * A file that is not named here runs with each of them.
 */

/**
 * For `npm run test:all`, which decides whether a change lands. What they guard breaks rarely, and not by the change
 * of a rule: disasters on purpose, programs of other makes, load, and the same rule tried at every place once more.
 */
export const DRILLS: readonly string[] = [
  // Killed, starved, started wrongly, restored, moved, upgraded, crowded (8 minutes).
  "test/integration/start-failures.test.ts",
  "test/integration/kill.test.ts",
  "test/integration/webhooks.test.ts",
  "test/integration/change-drill.test.ts",
  "test/integration/encryption-key.test.ts",
  "test/integration/rotate-key-command.test.ts",
  "test/integration/recover.test.ts",
  "test/integration/move.test.ts",
  "test/integration/legacy-tables.test.ts",
  "test/integration/backup.test.ts",
  "test/integration/backup-drill.test.ts",
  "test/integration/own-roles.test.ts",
  "test/integration/upgrade/*.test.ts",
  "test/integration/lagging-keys.test.ts",
  "test/integration/stop.test.ts",
  "test/integration/instances.test.ts",
  "test/integration/totp.test.ts",
  "test/integration/mtls-revocation.test.ts",
  "test/integration/workers.test.ts",
  "test/integration/guessing.test.ts",
  "test/integration/soak.test.ts",
  "test/integration/release-targets.test.ts",
  "test/integration/sessions/channels.test.ts",
  "test/integration/sessions/file-processes.test.ts",
  "test/integration/sessions/kept.test.ts",
  "test/integration/directory/fleet.test.ts",
  "test/integration/sign-out/line.test.ts",
  // Peers that break, drivers and servers below the adapters (5 minutes).
  "test/integration/adapters/hostile-answers.test.ts",
  "test/integration/adapters/hostile-peers.test.ts",
  "test/integration/adapters/pglite.test.ts",
  "test/integration/adapters/pglite-statements.test.ts",
  "test/integration/adapters/postgres-js.test.ts",
  "test/integration/adapters/postgres-listener.test.ts",
  "test/integration/adapters/postgres-statements.test.ts",
  "test/integration/adapters/bcrypt.test.ts",
  "test/integration/adapters/serve.test.ts",
  "test/integration/adapters/serve-crl.test.ts",
  "test/integration/adapters/serve-node.test.ts",
  "test/integration/adapters/smtp.test.ts",
  "test/integration/codes/redis-cluster.test.ts",
  "test/integration/codes/redis-outage.test.ts",
  "test/integration/codes/redis-runtimes.test.ts",
  "test/integration/pooler.test.ts",
  "test/integration/database-failover.test.ts",
  "test/integration/redis-failover.test.ts",
  "test/integration/full-disk.test.ts",
  "test/integration/rolling-restart.test.ts",
  "test/integration/haproxy.test.ts",
  "test/integration/own-authority.test.ts",
  // Programs of other makes (3 minutes).
  "test/integration/metrics.test.ts",
  "test/integration/audit-streams.test.ts",
  "test/integration/webhook-receivers.test.ts",
  "test/integration/doctor-command.test.ts",
  "test/integration/directory/active-directory.test.ts",
  "test/integration/directory/runtimes.test.ts",
  "test/integration/examples/*.test.ts",
  "test/integration/saml/pysaml2.test.ts",
  "test/integration/sign-out/apache.test.ts",
  "test/integration/conformance-guide.test.ts",
  // Registration once more by two instances, and configuration as code by the command (2 minutes).
  "test/integration/registration.test.ts",
  "test/integration/configuration-command.test.ts",
  // The package and the bundle, as they are published (2 minutes).
  "test/integration/package/*.test.ts",
  "test/runtimes/package.test.ts",
  "test/runtimes/program.test.ts",
  // The plans of the suite that `protocol/` runs in process, once more on Bun, and strangers on each runtime (2 minutes).
  "test/runtimes/conformance.test.ts",
  "test/runtimes/conformance-fapi2.test.ts",
  "test/runtimes/strangers.test.ts",
  // Every page of the console for each set of rights, in each language, by axe (3 minutes).
  "test/browser/console/every-page.test.ts",
  "test/browser/console/languages.test.ts",
  "test/browser/console/limited.test.ts",
  // The console under attack, in a fleet, and with bad input on every page (5 minutes).
  "test/browser/console/attack.test.ts",
  "test/browser/console/bad-input.test.ts",
  "test/browser/console/fleet.test.ts",
  "test/browser/console/hostile.test.ts",
  "test/browser/console/hosts.test.ts",
  "test/browser/console/many-roles.test.ts",
  "test/browser/console/outsiders.test.ts",
  "test/browser/console/real-parts.test.ts",
  "test/browser/console/sign-outs.test.ts",
  "test/browser/sent-twice.test.ts",
];

/**
 * For `npm test`: pages of the documentation and examples that start programs, documents made by chance, and the plans
 * of the OpenID Foundation, whose rules have tests of their own (2 minutes).
 */
export const LONGER: readonly string[] = [
  "test/protocol/docs/connect.test.ts",
  "test/protocol/docs/deployment.test.ts",
  "test/protocol/docs/first-steps.test.ts",
  "test/protocol/docs/operator.test.ts",
  "test/protocol/docs/programs.test.ts",
  "test/protocol/docs/readme.test.ts",
  "test/protocol/examples/own-app.test.ts",
  "test/protocol/any-members/*.test.ts",
  "test/protocol/conformance.test.ts",
  "test/protocol/conformance-fapi2.test.ts",
  "packages/go-template/test/limits.test.ts",
];
