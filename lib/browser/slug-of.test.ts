import { expect, test } from "vitest";
import { slugOf } from "./slug-of";

test.each([
	["Metro East", "metro-east"],
	["  Café №7 (Zürich) ", "cafe-no7-zurich"],
	["Coff\u00adee\u200b Shop", "coffee-shop"],
	["東京", ""],
	["a".repeat(80), "a".repeat(63)],
])("the slug of %j", (name, slug) => {
	expect(slugOf(name)).toBe(slug);
});
