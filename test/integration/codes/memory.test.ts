/** The memory store against the contract of all stores. */
import { MemoryCodes } from "../../../src/codes/memory.ts";
import { testRuntime } from "../../support/runtime.ts";
import { storeContract } from "./store-contract.ts";

const codes = new MemoryCodes(testRuntime());
storeContract("memory", () => ({ one: codes, other: codes }));
