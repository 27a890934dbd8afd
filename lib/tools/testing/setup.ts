import { afterEach, beforeEach, vi } from "vitest";
import { resetProcessState } from "@/lib/platform/process-state";

// Files of tests that share a process share nothing of what it is told: its service, its database, what it counts and remembers.
resetProcessState();
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

/** A test that expects a line of `console.error` replaces it with a spy of its own; any other line fails the test. */
afterEach(() => {
	console.error = write;
	const first = unexpected[0];
	if (first !== undefined) throw new Error(`Unexpected console.error: ${first.map(String).join(" ")}`);
});
