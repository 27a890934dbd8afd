import { writeFileSync } from "node:fs";

/**
 * A reporter for both Vitest and Playwright: writes to TEST_COUNTS_FILE how many tests of each project passed,
 * failed and were skipped. A project without tests is in it too, with zeros.
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
				const { state } = test.result();
				counts[state === "passed" || state === "failed" ? state : "skipped"] += 1;
			}
			// A file that does not load, or a hook that throws, fails without a failing test.
			if (!module.ok() && counts.failed === before) counts.failed += 1;
		}
		if (errors.length > 0) this.#of("outside of tests").failed = errors.length;
		this.#write();
	}

	onBegin(config, suite) {
		this.suite = suite;
		for (const { name } of config.projects) this.#of(name);
	}

	onError() {
		this.#of("outside of tests").failed += 1;
	}

	onEnd() {
		for (const test of this.suite?.allTests() ?? []) {
			const outcome = test.outcome();
			const state = outcome === "expected" ? "passed" : outcome === "skipped" ? "skipped" : "failed";
			this.#of(test.parent.project().name)[state] += 1;
		}
		this.#write();
	}

	#of(project) {
		this.#counts[project] ??= { passed: 0, failed: 0, skipped: 0 };
		return this.#counts[project];
	}

	#write() {
		writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(this.#counts));
	}
}
