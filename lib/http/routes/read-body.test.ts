import { expect, test } from "vitest";
import { passBodyWithin, readBodyWithin } from "./read-body";

const bytes = (text: string) => new TextEncoder().encode(text);
const post = (pieces: readonly Uint8Array[], headers: Record<string, string> = {}) =>
	new Request("http://localhost/", {
		method: "POST",
		headers,
		body: new ReadableStream({
			start(controller) {
				for (const piece of pieces) controller.enqueue(piece);
				controller.close();
			},
		}),
		duplex: "half",
	} as RequestInit);
const tooLarge = "the body must be at most 5 bytes";

test("a body is read up to its limit, whatever length it declares", async () => {
	for (const pieces of [["hello"], ["he", "ll", "o"]]) {
		const read = await readBodyWithin(post(pieces.map(bytes)), 5);
		expect(Buffer.from(read).toString()).toBe("hello");
	}
	await expect(readBodyWithin(post([bytes("hello"), bytes("!")]), 5)).rejects.toThrow(tooLarge);
	const declared = { "content-length": "6" };
	await expect(readBodyWithin(post([bytes("hello")], declared), 5)).rejects.toThrow(tooLarge);
	await expect(passBodyWithin(post([bytes("hello")], declared), 5)).rejects.toThrow(tooLarge);
	expect(await readBodyWithin(post([bytes("hello")], { "content-length": "5" }), 5)).toHaveLength(5);
	expect(await readBodyWithin(new Request("http://localhost/"), 5)).toHaveLength(0);
});

test("a body that is too large is read no further, and one that ends early is the sender's error", async () => {
	let cancelled = false;
	const endless = new ReadableStream<Uint8Array>({
		pull: (controller) => controller.enqueue(bytes("hello")),
		cancel: () => {
			cancelled = true;
		},
	});
	const request = new Request("http://localhost/", { method: "POST", body: endless, duplex: "half" } as RequestInit);
	await expect(readBodyWithin(request, 5)).rejects.toThrow(tooLarge);
	expect(cancelled).toBe(true);
	const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) });
	const cut = new Request("http://localhost/", { method: "POST", body: broken, duplex: "half" } as RequestInit);
	await expect(readBodyWithin(cut, 5)).rejects.toThrow("the request ended before its body was complete");
});

test("a body that is only passed is counted, and known as UTF-8 or not", async () => {
	const é = bytes("é");
	expect(await passBodyWithin(post([é.subarray(0, 1), é.subarray(1)]), 5)).toEqual({ size: 2, isUtf8: true });
	expect(await passBodyWithin(post([é.subarray(0, 1)]), 5)).toEqual({ size: 1, isUtf8: false });
	expect(await passBodyWithin(post([Uint8Array.of(0xff), bytes("a")]), 5)).toEqual({ size: 2, isUtf8: false });
});
