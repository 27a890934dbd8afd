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
const settle = () => new Promise(setImmediate);

test("of one caller some work is under way and the rest waits in order, and others wait for none of it", async () => {
	const turns = new Turns({ underWay: 2, waiting: 3 });
	const started: string[] = [];
	const { work, end } = held(started);
	const flood = ["a1", "a2", "a3", "a4", "a5"].map((name) => turns.run("ada", work(name)));
	await expect(turns.run("ada", work("a6"))).rejects.toMatchObject({ kind: "Throttled", retryAfterSeconds: 1 });
	await settle();
	expect(started).toEqual(["a1", "a2"]);
	const other = turns.run("bob", async () => "answered");
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
	const turns = new Turns({ underWay: 1, waiting: 1 });
	const failing = turns.run("ada", () => Promise.reject(new Error("no")));
	const next = turns.run("ada", async () => "done");
	await expect(failing).rejects.toThrow("no");
	expect(await next).toBe("done");
	expect(await turns.run("ada", async () => "again")).toBe("again");
});
