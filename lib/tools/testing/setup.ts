import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { defineGlobal, resetProcessState } from "@/lib/platform/process-state";

// Test files of one process share no state: service, database, metrics, caches, the log's level.
resetProcessState();
log.level = "info";
// As Next's server does at its start: its modules, once loaded without, have none for the next file.
defineGlobal("AsyncLocalStorage", AsyncLocalStorage);
vi.unstubAllEnvs();
vi.unstubAllGlobals();

const write = console.error;
let unexpected: unknown[][] = [];

beforeEach(() => {
	unexpected = [];
	console.error = (...values: unknown[]) => {
		unexpected.push(values);
		write(...values);
	};
});

/** A test that expects `console.error` replaces this spy; any other line fails the test. */
afterEach(() => {
	console.error = write;
	const first = unexpected[0];
	if (first !== undefined) throw new Error(`Unexpected console.error: ${first.map(String).join(" ")}`);
});
