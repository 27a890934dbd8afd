import { relative } from "node:path";
import { plain } from "./processes.mjs";

/**
 * What a test runner's report amounts to.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures: { title: string, message: string }[] }} Outcome
 */

/**
 * Reads the report of Vitest's JSON reporter. A file that fails before its first test counts as one failure.
 *
 * @param {object} report
 * @returns {Outcome}
 */
export function readVitestReport(report) {
	const outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
	for (const file of report.testResults) {
		const name = relative(process.cwd(), file.name);
		for (const test of file.assertionResults) {
			if (test.status === "passed") outcome.passed += 1;
			else if (test.status === "failed") {
				fail(outcome, `${name} › ${[...test.ancestorTitles, test.title].join(" › ")}`, test.failureMessages);
			} else outcome.skipped += 1;
		}
		const blamed = file.assertionResults.some((test) => test.status === "failed");
		if (file.status === "failed" && !blamed) fail(outcome, name, [file.message]);
	}
	return outcome;
}

/**
 * Reads the report of Playwright's JSON reporter. Errors outside any test (a file that does not load, a worker that
 * does not end) count as one failure each.
 *
 * @param {object} report
 * @returns {Outcome}
 */
export function readPlaywrightReport(report) {
	const outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
	const visit = (suite, titles) => {
		for (const spec of suite.specs ?? []) {
			for (const test of spec.tests) {
				if (test.status === "expected") outcome.passed += 1;
				else if (test.status === "skipped") outcome.skipped += 1;
				else {
					const messages = test.results.flatMap((result) => result.errors ?? []).map((error) => error.message ?? "");
					const place = `[${test.projectName}] ${spec.file}:${spec.line}`;
					fail(outcome, `${place} › ${[...titles, spec.title].join(" › ")}`, messages);
				}
			}
		}
		for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title]);
	};
	for (const file of report.suites) visit(file, []);
	for (const error of report.errors ?? []) {
		const place = error.location === undefined ? "outside any test" : relative(process.cwd(), error.location.file);
		fail(outcome, place, [error.message ?? ""]);
	}
	return outcome;
}

function fail(outcome, title, messages) {
	outcome.failed += 1;
	outcome.failures.push({ title, message: messages.map(readable).join("\n") });
}

function readable(message) {
	return (
		plain(message)
			// Vitest's report carries this in the place of a time-out's message.
			.replace(/^Error: STACK_TRACE_ERROR$/m, "It took longer than its time limit.")
			.split("\n")
			.filter((line) => !/^\s+at .*(node_modules|node:)/.test(line))
			.join("\n")
	);
}
