import { writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Lines of an error in the closing list of failures. */
const LINES_OF_ERROR = 12;

/**
 * A reporter for both Vitest and Playwright: writes to TEST_COUNTS_FILE how many tests of each
 * project passed, failed and were skipped, why they failed, and how long each file took, in seconds.
 * Includes projects without tests.
 */
export default class CountTests {
	#counts = {};
	#files = {};

	onInit(vitest) {
		for (const { name } of vitest.projects) this.#of(name);
	}

	onTestRunEnd(modules, errors) {
		for (const module of modules) {
			const counts = this.#of(module.project.name);
			const before = counts.failed;
			const { collectDuration, duration } = module.diagnostic();
			this.#took(module.relativeModuleId, collectDuration + duration);
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
		this.directory = dirname(config.configFile);
		for (const { name } of config.projects) this.#of(name);
	}

	onError(error) {
		this.#fail(this.#of("outside of tests"), "an error outside of tests", error);
	}

	onEnd() {
		for (const test of this.suite?.allTests() ?? []) {
			const outcome = test.outcome();
			const file = relative(this.directory, test.location.file);
			for (const { duration } of test.results) this.#took(file, duration);
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

	#took(file, milliseconds) {
		this.#files[file] = (this.#files[file] ?? 0) + milliseconds / 1000;
	}

	#fail(counts, name, error) {
		counts.failed += 1;
		// Playwright gives the source beside the message, Vitest a stack.
		const parts = [error?.message ?? "no reason is known", error?.snippet ?? error?.stacks?.[0]?.file ?? ""];
		const lines = parts.flatMap((part) => stripVTControlCharacters(part).split("\n").slice(0, LINES_OF_ERROR));
		counts.failures.push([name, ...lines].filter((line) => line.trim() !== "").join("\n    "));
	}

	#write() {
		writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify({ projects: this.#counts, files: this.#files }));
	}
}
