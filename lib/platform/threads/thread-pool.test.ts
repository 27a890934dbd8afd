import { expect, test } from "vitest";
import { ThrottledError, UnavailableError } from "@/lib/rules/errors";
import { ThreadPool } from "./thread-pool";

const LIMITS = {
	threads: 2,
	threadsOfOne: 1,
	jobsOfOne: 4,
	waiting: 16,
	waitingOfOrganization: 12,
	idleMs: 60_000,
	jobs: "tests",
};

function numberedPool() {
	const started: number[] = [];
	const pool = new ThreadPool<number>(
		{
			start: async () => started.push(started.length),
			end: () => undefined,
		},
		LIMITS,
	);
	return { pool, started };
}

test("a released thread goes to the longest waiting caller, and a new caller starts none", async () => {
	const { pool, started } = numberedPool();
	const { signal } = new AbortController();
	const [first] = [await pool.take("a", signal), await pool.take("b", signal)];
	const order: string[] = [];
	const waiting = pool.take("c", signal).then(() => order.push("who waited"));
	pool.giveBack("a", first as number, true);
	const late = new AbortController();
	const latecomer = pool.take("d", late.signal).then(
		() => order.push("who came later"),
		() => order.push("aborted"),
	);
	await waiting;
	late.abort(new Error("enough"));
	await latecomer;
	expect([order, started.length]).toEqual([["who waited", "aborted"], 2]);
});

test("idle threads that are kept apart serve their organization alone, and make room for others", async () => {
	const ended: number[] = [];
	let started = 0;
	const threads = {
		start: async () => {
			started += 1;
			return started;
		},
		end: (thread: number) => void ended.push(thread),
	};
	const pool = new ThreadPool<number>(threads, { ...LIMITS, keptApart: true });
	const { signal } = new AbortController();
	const use = async (userId: string, organizationId: string) => {
		const caller = { userId, organizationId };
		const thread = await pool.take(caller, signal);
		pool.giveBack(caller, thread, true);
		return thread;
	};
	expect([await use("ann", "a"), await use("bob", "b"), await use("amy", "a")]).toEqual([1, 2, 1]);
	expect(await use("cid", "c")).toBe(3);
	expect(ended).toEqual([2]);
});

test("one caller leaves a thread to others, and is throttled above its limit", async () => {
	const { pool, started } = numberedPool();
	const { signal } = new AbortController();
	const mine = await pool.take("greedy", signal);
	const leaving = new AbortController();
	const order: string[] = [];
	const more = ["second", "third"].map((name) => pool.take("greedy", signal).then(() => order.push(name)));
	const gone = pool.take("greedy", leaving.signal).catch((reason: unknown) => reason);
	await expect(pool.take("greedy", signal)).rejects.toThrow(ThrottledError);

	const other = await pool.take("modest", signal);
	expect(started.length).toBe(2);
	pool.giveBack("modest", other, true);
	leaving.abort("left");
	expect(await gone).toBe("left");
	expect(order).toEqual([]);
	pool.giveBack("greedy", mine, true);
	await more[0];
	expect(order).toEqual(["second"]);
	// A caller that leaves frees its place; the longest waiting caller comes first.
	const fourth = pool.take("greedy", signal).then(() => order.push("fourth"));
	pool.giveBack("greedy", mine, true);
	await more[1];
	pool.giveBack("greedy", mine, false);
	await fourth;
	expect(order).toEqual(["second", "third", "fourth"]);
});

test("the number of waiting callers is limited", async () => {
	const { pool } = numberedPool();
	const ending = new AbortController();
	const callers = Array.from({ length: 18 }, (_, number) => `caller ${number}`);
	const all = callers.map((caller) => pool.take(caller, ending.signal));
	await expect(pool.take("one more", ending.signal)).rejects.toThrow(UnavailableError);
	ending.abort("over");
	expect((await Promise.allSettled(all)).filter(({ status }) => status === "rejected")).toHaveLength(16);
});

test("an organization of many users leaves others places to wait, and the next thread", async () => {
	const { pool } = numberedPool();
	const { signal } = new AbortController();
	const user = (number: number) => ({ userId: `user ${number}`, organizationId: "acme" });
	const threads = [await pool.take(user(0), signal), await pool.take(user(1), signal)];
	const ending = new AbortController();
	const order: string[] = [];
	const flood = Array.from({ length: 12 }, (_, number) =>
		pool.take(user(2 + number), ending.signal).then(() => order.push("acme")),
	);
	await expect(pool.take(user(14), signal)).rejects.toThrow(UnavailableError);
	const other = pool.take({ userId: "eve", organizationId: "north" }, signal).then(() => order.push("north"));
	pool.giveBack(user(0), threads[0] as number, true);
	await other;
	expect(order).toEqual(["north"]);
	ending.abort("over");
	await Promise.allSettled(flood);
});

test("a thread that fails to start frees its place", async () => {
	let broken = true;
	const start = async () => {
		if (broken) throw new Error("no thread");
		return "thread";
	};
	const pool = new ThreadPool<string>({ start, end: () => undefined }, LIMITS);
	const { signal } = new AbortController();
	for (let attempt = 0; attempt < 5; attempt += 1) await expect(pool.take("a", signal)).rejects.toThrow("no thread");
	broken = false;
	expect(await pool.take("a", signal)).toBe("thread");
});
