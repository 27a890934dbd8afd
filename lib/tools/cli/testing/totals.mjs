import { writeFileSync } from "node:fs";

/** What a whole run may use of processors, in seconds, of all processes: see {@link Totals.print}. */
const BUDGETS = { checks: 200, vitest: 650, playwright: 350 };
const SLOWEST = 10;

/** Counts and costs of a run's parts, and its closing lines. */
export class Totals {
	#startedAt = performance.now();
	#passed = 0;
	#failed = 0;
	/**
	 * Name and reason of each failed test, repeated at the end, because long logs are often cut at
	 * their beginning.
	 */
	#failures = [];
	/** Seconds of processors by part. */
	#used = new Map();
	#files = [];

	get failed() {
		return this.#failed;
	}

	get isEmpty() {
		return this.#passed + this.#failed === 0;
	}

	add(name, { passed = 0, failed = 0, skipped = 0 }) {
		this.#passed += passed;
		this.#failed += failed;
		const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
		const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
		console.log(`${failed === 0 ? "ok" : "FAILED"}: ${name}: ${counts} (after ${seconds} s)`);
	}

	/** @param {string[]} reasons name and reason of each failed test */
	addFailures(reasons) {
		this.#failures.push(...reasons);
	}

	/** @param {Record<string, number>} seconds that each file of tests took, as it was measured beside others */
	addFiles(seconds) {
		this.#files.push(...Object.entries(seconds));
	}

	/**
	 * @param {keyof typeof BUDGETS} part
	 * @returns {(seconds: number) => void} adds to what it has used
	 */
	usedBy(part) {
		return (seconds) => this.#used.set(part, (this.#used.get(part) ?? 0) + seconds);
	}

	/** Writes the counts to a file, for the process that has run this one. */
	write(path) {
		writeFileSync(path, JSON.stringify({ passed: this.#passed, failed: this.#failed }));
	}

	/** The cost beside its budget and the slowest files; then what failed, and the counts. */
	print({ withCosts = false } = {}) {
		if (withCosts) this.#printCosts();
		for (const failure of this.#failures) console.log(`Failed: ${failure}`);
		console.log(`${this.#passed} passed, ${this.#failed} failed`);
	}

	#printCosts() {
		const slowest = this.#files.sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
		console.log("Slowest files, in seconds beside others:");
		for (const [file, seconds] of slowest) console.log(`${seconds.toFixed(1).padStart(8)}  ${file}`);
		console.log("Processor time, in seconds (user and system, all processes), beside its budget:");
		const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
		const rows = Object.entries(BUDGETS).map(([part, budget]) => [part, this.#used.get(part) ?? 0, budget]);
		rows.push(["together", ...[1, 2].map((column) => sum(rows.map((row) => row[column])))]);
		for (const [part, used, budget] of rows) {
			console.log(`${part.padEnd(12)}${used.toFixed(0).padStart(6)} of ${String(budget).padStart(5)}`);
		}
	}
}
