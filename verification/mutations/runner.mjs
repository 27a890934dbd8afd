import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { VitestTestRunner } from "vitest/runners";
import { resetProcessState } from "@/lib/platform/process-state";

/** Repetitions of one test for all its mutants, in milliseconds. */
const TEST_BUDGET_MS = Number(process.env.MUTATION_TEST_MS ?? 8_000);
/** A repetition hangs that takes so many times as long as the test, and this long at least. */
const HANGS_TIMES = 5;
const HANGS_MS = 10_000;
/** Of the first run, which may wait for much. */
const TEST_LIMIT_MS = 120_000;
/** A mutant that is asked for so much more often than the test itself asks is in a loop. */
const LOOPS_TIMES = 100;
const LOOPS = 100_000;

// The clock of the machine, which tests replace.
const { clearTimeout, setTimeout } = globalThis;
const now = performance.now.bind(performance);

globalThis.__mutants ??= {
	active: "",
	hits: new Set(),
	calls: 0,
	mostCalls: Number.POSITIVE_INFINITY,
	is(id) {
		this.hits.add(id);
		// A loop that never waits lets no timer end it.
		this.calls += 1;
		if (this.calls > this.mostCalls) throw new Error("loops");
		return this.active === id;
	},
};
const mutants = globalThis.__mutants;
const KILLED = process.env.MUTATION_RESULTS ?? "";

/**
 * Runs each test once as it is, and then again for every mutant that it came by and that no test has
 * failed with yet: where it stands, or, if it cannot be run twice there, after its file with all of
 * its hooks. A test that fails without a mutant even so says nothing.
 */
export default class MutationRunner extends VitestTestRunner {
	#file = "";
	/** How often each mutant was tried with tests of the file: the least tried comes first. */
	#tries = new Map();
	#killed = new Set();
	/** The tests of the file that are repeated after it, with their mutants. */
	#afterwards = [];
	#isBroken = false;
	/** Whether mutants may have left something behind by which later tests of the file fail. */
	#isRepeated = false;

	async runTask(test) {
		this.#enter(test.file.filepath);
		const start = now();
		const failure = await failureOf(VitestTestRunner.getTestFn(test), TEST_LIMIT_MS);
		const limit = Math.max(HANGS_MS, HANGS_TIMES * (now() - start));
		if (failure === null && !this.#isBroken && (await this.#repeatInPlace(test, limit))) return;
		if (failure !== null && !this.#isRepeated) throw failure;
		this.#afterwards.push({ test, limit });
	}

	async onAfterRunSuite(suite) {
		if (suite === suite.file) {
			for (const { test, limit } of this.#afterwards.splice(0)) {
				await this.#repeat(test, () => this.#runAfresh(test), limit);
			}
		}
		await super.onAfterRunSuite(suite);
	}

	/** Between the hooks that vitest itself calls before and after the test. */
	async #repeatInPlace(test, limit) {
		this.#isRepeated = true;
		if ((await failureOf(() => after(test), limit)) !== null) return false;
		const once = async () => {
			await before(test);
			await VitestTestRunner.getTestFn(test)();
			await after(test);
		};
		const isRepeatable = await this.#repeat(test, once, limit);
		await failureOf(() => before(test), limit);
		return isRepeatable;
	}

	/** @returns whether the test can still be run in this way */
	async #repeat(test, run, limit) {
		mutants.hits.clear();
		mutants.calls = 0;
		if ((await failureOf(run, limit)) !== null) return false;
		const mostCalls = LOOPS + LOOPS_TIMES * mutants.calls;
		// What is reached last is closest to what the test is about.
		const hits = [...mutants.hits].reverse();
		record({ reached: hits });
		const open = hits.filter((id) => !this.#killed.has(id));
		open.sort((one, other) => (this.#tries.get(one) ?? 0) - (this.#tries.get(other) ?? 0));
		const end = now() + TEST_BUDGET_MS;
		let isClean = true;
		for (const id of open) {
			if (now() > end) return true;
			this.#tries.set(id, (this.#tries.get(id) ?? 0) + 1);
			Object.assign(mutants, { active: id, calls: 0, mostCalls });
			const failure = await failureOf(run, limit).finally(() => {
				Object.assign(mutants, { active: "", mostCalls: Number.POSITIVE_INFINITY });
			});
			const isFirst = isClean;
			isClean = false;
			if (failure === null) continue;
			isClean = (await failureOf(run, limit)) === null;
			if (isClean || isFirst) {
				this.#killed.add(id);
				record({ killed: id, by: nameOf(test) });
			}
			// It may have done what cannot be undone, or one before it that no test has noticed: then
			// it comes first when the test is repeated after its file.
			else this.#tries.set(id, 0);
			if (isClean) continue;
			this.#isBroken = true;
			return false;
		}
		return true;
	}

	/** Runs one test as if it were the only one of its file. */
	async #runAfresh(test) {
		const suites = suitesOf(test);
		const ends = [];
		resetProcessState();
		this.onBeforeTryTask(test);
		test.onFinished = undefined;
		try {
			for (const suite of suites) for (const hook of hooksOf(suite, "beforeAll")) ends.push(await hook(suite));
			await before(test);
			await VitestTestRunner.getTestFn(test)();
			await after(test);
		} finally {
			for (const hook of (test.onFinished ?? []).toReversed()) await hook(test.context);
			for (const end of ends.toReversed()) if (typeof end === "function") await end();
			for (const suite of suites.toReversed()) for (const hook of hooksOf(suite, "afterAll")) await hook(suite);
		}
	}

	#enter(file) {
		if (file === this.#file) return;
		this.#file = file;
		this.#tries.clear();
		this.#isBroken = false;
		this.#isRepeated = false;
		for (const { killed } of readResults()) if (killed !== undefined) this.#killed.add(killed);
	}
}

const hooksOf = (suite, name) => VitestTestRunner.getSuiteHooks(suite)[name];

async function before(test) {
	for (const suite of suitesOf(test)) for (const hook of hooksOf(suite, "beforeEach")) await hook(test.context, suite);
}

async function after(test) {
	for (const suite of suitesOf(test).toReversed())
		for (const hook of hooksOf(suite, "afterEach")) await hook(test.context, suite);
}

/** From the file inwards. */
function suitesOf(test) {
	const suites = [];
	for (let suite = test.suite; suite !== undefined && suite !== test.file; suite = suite.suite) suites.unshift(suite);
	return [test.file, ...suites];
}

async function failureOf(run, limit) {
	let timer;
	const late = new Promise((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error("hangs")), limit);
	});
	try {
		await Promise.race([run(), late]);
		return null;
	} catch (thrown) {
		return thrown ?? new Error("failed");
	} finally {
		clearTimeout(timer);
	}
}

function nameOf(test) {
	const names = [];
	for (let task = test; task !== undefined && task !== task.file; task = task.suite) names.unshift(task.name);
	return [relative(process.cwd(), test.file.filepath), ...names].join(" > ");
}

const record = (line) => appendFileSync(KILLED, `${JSON.stringify(line)}\n`);

function readResults() {
	if (!existsSync(KILLED)) return [];
	return readFileSync(KILLED, "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));
}
