/** The script of the login page: everything it does goes through the served SDK (login-session-wire 4.1). */
import { METHODS } from "./methods.ts";
import { start } from "./start.ts";

start(METHODS);
