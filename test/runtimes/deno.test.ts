import { contract } from "./contract.ts";

contract("deno", "pglite");
