import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** Lines of an error in the closing list of failures. */
const LINES_OF_ERROR = 12;

/**
 * A reporter for both Vitest and Playwright: writes to TEST_COUNTS_FILE how many tests of each
 * project passed, failed and were skipped, and why they failed. Includes projects without tests.
 */
export default class CountTests {
	#counts = {};

	onInit(vitest) {
		for (const { name } of vitest.projects) this.#of(name);
	}

	onTestRunEnd(modules, errors) {
		for (const module of modules) {
			const counts = this.#of(module.project.name);
			const before = counts.failed;
			for (const test of module.children.allTests()) {
				const { state, errors: reasons } = test.result();
				if (state === "failed") this.#fail(counts, `${module.relativeModuleId} > ${test.fullName}`, reasons[0]);
				else counts[state === "passed" ? "passed" : "skipped"] += 1;
			}
			// A file that does not load, or a hook that throws, fails without a failing test.
			if (!module.ok() && counts.failed === before) this.#fail(counts, module.relativeModuleId, module.errors()[0]);
		}
		for (const error of errors) this.#fail(this.#of("outside of tests"), "an error outside of tests", error);
		this.#write();
	}

	onBegin(config, suite) {
		this.suite = suite;
		for (const { name } of config.projects) this.#of(name);
	}

	onError(error) {
		this.#fail(this.#of("outside of tests"), "an error outside of tests", error);
	}

	onEnd() {
		for (const test of this.suite?.allTests() ?? []) {
			const outcome = test.outcome();
			const counts = this.#of(test.parent.project().name);
			if (outcome === "expected") counts.passed += 1;
			else if (outcome === "skipped") counts.skipped += 1;
			else {
				const error = test.results.find((result) => result.error !== undefined)?.error;
				this.#fail(counts, test.titlePath().filter(Boolean).join(" > "), error);
			}
		}
		this.#write();
	}

	#of(project) {
		this.#counts[project] ??= { passed: 0, failed: 0, skipped: 0, failures: [] };
		return this.#counts[project];
	}

	#fail(counts, name, error) {
		counts.failed += 1;
		// Playwright gives the source beside the message, Vitest a stack.
		const parts = [error?.message ?? "no reason is known", error?.snippet ?? error?.stacks?.[0]?.file ?? ""];
		const lines = parts.flatMap((part) => stripVTControlCharacters(part).split("\n").slice(0, LINES_OF_ERROR));
		counts.failures.push([name, ...lines].filter((line) => line.trim() !== "").join("\n    "));
	}

	#write() {
		writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(this.#counts));
	}
}
