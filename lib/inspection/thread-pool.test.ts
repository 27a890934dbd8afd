import { expect, test } from "vitest";
import { ThreadPool } from "./thread-pool";

test("a thread that is given back goes to who has waited longest: who comes at that moment makes none more", async () => {
	let started = 0;
	const pool = new ThreadPool<number>({ start: async () => (started += 1), end: () => undefined });
	const { signal } = new AbortController();
	const [first] = [await pool.take(signal), await pool.take(signal)];
	const order: string[] = [];
	const waiting = pool.take(signal).then(() => order.push("who waited"));
	pool.giveBack(first as number, true);
	const late = new AbortController();
	const latecomer = pool.take(late.signal).then(
		() => order.push("who came later"),
		() => order.push("gave up"),
	);
	await waiting;
	late.abort(new Error("enough"));
	await latecomer;
	expect([order, started]).toEqual([["who waited", "gave up"], 2]);
});
