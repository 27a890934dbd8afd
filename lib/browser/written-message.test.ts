import { expect, test } from "vitest";
import { writtenMessage } from "./written-message";

test.each([
	["\n\n  Too large.\n\nSplit it.\n \n", "Too large.\n\nSplit it."],
	["please", "please"],
	[" \n\t", undefined],
	["", undefined],
	[undefined, undefined],
])("%j is sent as %j", (message, sent) => {
	expect(writtenMessage(message)).toBe(sent);
});
