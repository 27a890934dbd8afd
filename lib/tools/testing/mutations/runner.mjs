import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { VitestTestRunner } from "vitest/runners";

/** Repetitions of one test for all its mutants, in milliseconds. */
const TEST_BUDGET_MS = Number(process.env.MUTATION_TEST_MS ?? 10_000);
/** A repetition hangs that takes so many times as long as the test, and this long at least. */
const HANGS_TIMES = 5;
const HANGS_MS = 15_000;
/** Tests of one file that a mutant is tried with; of the others, one of some. */
const TRIES = 12;
const FURTHER = 5;

// The clock of the machine, which tests replace.
const { clearTimeout, setTimeout } = globalThis;
const now = performance.now.bind(performance);

globalThis.__mutants ??= {
	active: "",
	hits: new Set(),
	is(id) {
		this.hits.add(id);
		return this.active === id;
	},
};
const mutants = globalThis.__mutants;
const KILLED = process.env.MUTATION_RESULTS ?? "";

/**
 * Runs each test once as it is, and then again for every mutant that it came by and that no test has
 * failed with yet. A test that cannot be run twice says nothing.
 */
export default class MutationRunner extends VitestTestRunner {
	#file = "";
	#tries = new Map();
	#killed = new Set();
	#isBroken = false;

	async runTask(test) {
		const run = VitestTestRunner.getTestFn(test);
		this.#enter(test.file.filepath);
		mutants.hits.clear();
		const start = now();
		await run();
		const limit = Math.max(HANGS_MS, HANGS_TIMES * (now() - start));
		const hits = [...mutants.hits];
		record({ reached: hits });
		// What is reached last is closest to what the test is about.
		const open = hits.reverse().filter((id) => !this.#killed.has(id));
		open.sort((one, other) => (this.#tries.get(one) ?? 0) - (this.#tries.get(other) ?? 0));
		if (this.#isBroken || open.length === 0 || (await failureOf(run, limit)) !== null) return;
		const end = now() + TEST_BUDGET_MS;
		for (const id of open) {
			if (now() > end) return;
			if (!this.#isTried(id)) continue;
			mutants.active = id;
			const failure = await failureOf(run, limit).finally(() => {
				mutants.active = "";
			});
			if (failure === null) continue;
			this.#killed.add(id);
			record({ killed: id, by: nameOf(test) });
			// The mutant may have done what cannot be undone.
			if ((await failureOf(run, limit)) === null) continue;
			this.#isBroken = true;
			return;
		}
	}

	#enter(file) {
		if (file === this.#file) return;
		this.#file = file;
		this.#tries.clear();
		this.#isBroken = false;
		for (const { killed } of readResults()) if (killed !== undefined) this.#killed.add(killed);
	}

	#isTried(id) {
		const tries = (this.#tries.get(id) ?? 0) + 1;
		this.#tries.set(id, tries);
		return tries <= TRIES || tries % FURTHER === 0;
	}
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
