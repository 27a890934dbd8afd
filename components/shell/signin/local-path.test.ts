import { expect, test } from "vitest";
import { localPath } from "./local-path";

test.each([
	[undefined, "/"],
	["", "/"],
	["/designs", "/designs"],
	["/approvals?request=1&q=a%20b", "/approvals?request=1&q=a%20b"],
	["/designs/1#map", "/designs/1#map"],
	["https://elsewhere.example/designs", "/"],
	["//elsewhere.example", "/"],
	["/\\elsewhere.example", "/"],
	["/%2F/elsewhere.example", "/%2F/elsewhere.example"],
	["/\t/elsewhere.example", "/"],
	["/..//elsewhere.example", "/"],
	["javascript:alert(1)", "/"],
	["/signin?callbackUrl=/designs", "/"],
])("after sign-in, %s leads to %s", (asked, path) => {
	expect(localPath(asked)).toBe(path);
});
