import { contract } from "./contract.ts";

contract("node", "pglite");
