import { describe, expect, test } from "vitest";
import { compileMatcher, UnknownPatternError } from "@/lib/processes/server/api-server/matcher";

const PATTERNS = [
	"/targeting/designs",
	"/targeting/designs/[design_id]",
	"/targeting/designs/[design_id]/request",
	"/targeting/[[...path]]",
	"/api/designs/search",
	"/api/designs/[id]",
	"/api/files/[...path]",
	"/api/a/[x]/c",
	"/api/[y]/b/d",
	"/metrics",
	"/",
];
const match = compileMatcher(PATTERNS.map((pattern) => [pattern, pattern]));
const matchPath = (path: string) => match(path.split("/").filter((segment) => segment !== ""));

describe("compileMatcher", () => {
	test.each([
		["/targeting/designs", "/targeting/designs", {}],
		["/targeting/designs/1", "/targeting/designs/[design_id]", { design_id: "1" }],
		["/targeting/designs/1/request", "/targeting/designs/[design_id]/request", { design_id: "1" }],
		["/targeting", "/targeting/[[...path]]", {}],
		["/targeting/x", "/targeting/[[...path]]", { path: ["x"] }],
		["/targeting/designs/1/other", "/targeting/[[...path]]", { path: ["designs", "1", "other"] }],
		["/api/designs/search", "/api/designs/search", {}],
		["/api/designs/__proto__", "/api/designs/[id]", { id: "__proto__" }],
		["/api/files/a/b", "/api/files/[...path]", { path: ["a", "b"] }],
		["/api/a/b/c", "/api/a/[x]/c", { x: "b" }],
		// The fixed name leads nowhere here, the dynamic one does.
		["/api/a/b/d", "/api/[y]/b/d", { y: "a" }],
		["/metrics", "/metrics", {}],
		["/", "/", {}],
	])("%s is served by %s", (path, pattern, params) => {
		expect(matchPath(path)).toEqual({ route: pattern, params });
	});

	test.each(["/api/files", "/api/designs", "/api/designs/1/2", "/metrics/x", "/x", "/api/a/b"])(
		"%s is no route",
		(path) => {
			expect(matchPath(path)).toBeUndefined();
		},
	);

	test("params of different calls are different objects", () => {
		expect(matchPath("/api/designs/1")?.params).not.toBe(matchPath("/api/designs/1")?.params);
	});

	test.each([
		[["/a/(.)b"]],
		[["/a/@slot"]],
		[["/a/[x]", "/a/[y]/b"]],
		[["/a/[...x]/b"]],
		[["/a", "/a"]],
		[["/a/[...x]", "/a/[[...y]]"]],
	])("refuses %j", (patterns) => {
		expect(() => compileMatcher(patterns.map((pattern) => [pattern, pattern]))).toThrow(UnknownPatternError);
	});
});
