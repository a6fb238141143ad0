import { contract } from "./contract.ts";

contract("bun", "pglite");
