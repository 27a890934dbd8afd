import { expect, test } from "vitest";
import { HashedBody } from "./hashed-body";

const digestOf = (query: string, body = "a=1", headers: Record<string, string> = {}) =>
	Buffer.from(
		new HashedBody(new Request(`http://localhost/x${query}`, { headers }), body).digestIfRead() ?? [],
	).toString("hex");

test("a request is the same with another key, and another one with another query, body or precondition", () => {
	const digest = digestOf("?a=b");
	expect(digest).toHaveLength(64);
	expect(digestOf("?KEY=one&a=b")).toBe(digest);
	expect(digestOf("?a=b&KEY=two")).toBe(digest);
	expect(digestOf("?KEY=one")).toBe(digestOf(""));
	const others = [
		digestOf(""),
		digestOf("?a=c"),
		digestOf("?a=b", "a=2"),
		digestOf("?a=b", "a=1", { "if-match": '"1"' }),
	];
	expect(new Set([digest, ...others]).size).toBe(5);
});
