/** Where `drizzle-kit generate` finds the tables and puts the SQL. */
export default {
  dialect: "postgresql",
  schema: "./src/store/tables.ts",
  out: "./drizzle",
  migrations: { prefix: "index" },
};
