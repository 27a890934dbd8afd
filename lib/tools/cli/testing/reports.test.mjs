import { describe, expect, test } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./reports.mjs";

describe("Vitest's report", () => {
	const testCase = (status, title, failureMessages = []) => ({
		status,
		title,
		ancestorTitles: ["describe"],
		failureMessages,
	});

	test("counts tests by their status and names the failed ones", () => {
		const report = {
			testResults: [
				{
					name: `${process.cwd()}/lib/a.test.ts`,
					status: "failed",
					message: "",
					assertionResults: [
						testCase("passed", "one"),
						testCase("failed", "two", ["\u001b[31mexpected 1\u001b[39m"]),
						testCase("pending", "three"),
					],
				},
			],
		};
		expect(readVitestReport(report)).toEqual({
			passed: 1,
			failed: 1,
			skipped: 1,
			failures: [{ title: "lib/a.test.ts › describe › two", message: "expected 1" }],
		});
	});

	test("counts a file that does not load as one failure", () => {
		const report = {
			testResults: [
				{ name: `${process.cwd()}/lib/b.test.ts`, status: "failed", message: "no such module", assertionResults: [] },
			],
		};
		expect(readVitestReport(report)).toEqual({
			passed: 0,
			failed: 1,
			skipped: 0,
			failures: [{ title: "lib/b.test.ts", message: "no such module" }],
		});
	});

	test("says of a time-out what it was, and leaves out the runner's own places", () => {
		const stack = "Error: STACK_TRACE_ERROR\n    at run (/p/node_modules/x.js:1:2)\n    at /p/lib/a.test.ts:3:4";
		const report = {
			testResults: [
				{
					name: `${process.cwd()}/lib/d.test.ts`,
					status: "failed",
					message: "",
					assertionResults: [testCase("failed", "x", [stack])],
				},
			],
		};
		expect(readVitestReport(report).failures.map(({ message }) => message)).toEqual([
			"It took longer than its time limit.\n    at /p/lib/a.test.ts:3:4",
		]);
	});

	test("counts a failing hook once, when its file's tests did not fail themselves", () => {
		const report = {
			testResults: [
				{
					name: `${process.cwd()}/lib/c.test.ts`,
					status: "failed",
					message: "beforeAll threw",
					assertionResults: [testCase("skipped", "one")],
				},
			],
		};
		expect(readVitestReport(report)).toMatchObject({ passed: 0, failed: 1, skipped: 1 });
	});
});

describe("Playwright's report", () => {
	const spec = (title, status, messages = []) => ({
		title,
		file: "main-job.spec.ts",
		line: 7,
		tests: [{ status, projectName: "embedded", results: [{ errors: messages.map((message) => ({ message })) }] }],
	});

	test("counts tests of nested suites; a flaky test is a failed one", () => {
		const report = {
			suites: [
				{
					title: "main-job.spec.ts",
					specs: [spec("one", "expected")],
					suites: [{ title: "in PostgreSQL", specs: [spec("two", "unexpected", ["boom"]), spec("three", "flaky")] }],
				},
			],
			errors: [],
		};
		expect(readPlaywrightReport(report)).toEqual({
			passed: 1,
			failed: 2,
			skipped: 0,
			failures: [
				{ title: "[embedded] main-job.spec.ts:7 › in PostgreSQL › two", message: "boom" },
				{ title: "[embedded] main-job.spec.ts:7 › in PostgreSQL › three", message: "" },
			],
		});
	});

	test("counts errors outside any test", () => {
		const report = {
			suites: [],
			errors: [{ message: "Cannot find module", location: { file: `${process.cwd()}/e2e/x.spec.ts` } }],
		};
		expect(readPlaywrightReport(report)).toEqual({
			passed: 0,
			failed: 1,
			skipped: 0,
			failures: [{ title: "e2e/x.spec.ts", message: "Cannot find module" }],
		});
	});
});
