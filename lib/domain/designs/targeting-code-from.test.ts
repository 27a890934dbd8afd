import { expect, test } from "vitest";
import { targetingCode } from "@/lib/contract/design-bodies";
import { targetingCodeFrom } from "./targeting-code-from";

test.each([
	["New York", "NEW-YORK"],
	["Zu\u0308rich", "ZURICH"],
	["한국", "한국"],
	["\u200b", "SET"],
])("the code of a set called %s is %s, as it is compared", (name, code) => {
	expect(targetingCodeFrom(name, new Set())).toBe(code);
	expect(targetingCode.parse(code)).toBe(code);
});
