import { expect, test } from "vitest";
import { Turns } from "./turns";

/** Work that ends when it is told to. */
function held(started: string[]) {
	const ends: (() => void)[] = [];
	const work = (name: string) => () =>
		new Promise<string>((resolve) => {
			started.push(name);
			ends.push(() => resolve(name));
		});
	return { work, end: () => ends.shift()?.() };
}
const none = { bytes: 0, signal: new AbortController().signal };
const settle = () => new Promise(setImmediate);

test("of one caller some work is under way and the rest waits in order, and others wait for none of it", async () => {
	const turns = new Turns({ underWay: 2, waiting: 3, waitingBytes: 10 });
	const started: string[] = [];
	const { work, end } = held(started);
	const flood = ["a1", "a2", "a3", "a4", "a5"].map((name) => turns.run("ada", none, work(name)));
	await expect(turns.run("ada", none, work("a6"))).rejects.toMatchObject({ kind: "Throttled", retryAfterSeconds: 1 });
	await settle();
	expect(started).toEqual(["a1", "a2"]);
	const other = turns.run("bob", none, async () => "answered");
	expect(await other).toBe("answered");
	end();
	await settle();
	expect(started).toEqual(["a1", "a2", "a3"]);
	for (let count = 0; count < 4; count += 1) {
		end();
		await settle();
	}
	expect(await Promise.all(flood)).toEqual(["a1", "a2", "a3", "a4", "a5"]);
	expect(started).toEqual(["a1", "a2", "a3", "a4", "a5"]);
});

test("work that fails gives its turn on", async () => {
	const turns = new Turns({ underWay: 1, waiting: 1, waitingBytes: 10 });
	const failing = turns.run("ada", none, () => Promise.reject(new Error("no")));
	const next = turns.run("ada", none, async () => "done");
	await expect(failing).rejects.toThrow("no");
	expect(await next).toBe("done");
	expect(await turns.run("ada", none, async () => "again")).toBe("again");
});

test("what waits has few bytes, and goes when its caller leaves", async () => {
	const turns = new Turns({ underWay: 1, waiting: 9, waitingBytes: 10 });
	const started: string[] = [];
	const { work, end } = held(started);
	const [first, leaves] = [turns.run("ada", none, work("first")), new AbortController()];
	const left = turns.run("ada", { bytes: 8, signal: leaves.signal }, work("left"));
	await expect(turns.run("ada", { ...none, bytes: 3 }, work("large"))).rejects.toMatchObject({ kind: "Throttled" });
	leaves.abort(new Error("gone"));
	await expect(left).rejects.toThrow("gone");
	const next = turns.run("ada", { ...none, bytes: 10 }, work("next"));
	end();
	await settle();
	end();
	expect(await Promise.all([first, next])).toEqual(["first", "next"]);
	expect(started).toEqual(["first", "next"]);
});
