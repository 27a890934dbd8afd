import { expect, test } from "vitest";
import { ADMISSION, EXECUTION } from "./route-steps";
import { TOKEN_STEPS } from "./token-route";

const namesOf = (steps: readonly { readonly name: string }[]) => steps.map(({ name }) => name);

test("requests are checked in a fixed order", () => {
	expect([...namesOf(ADMISSION), "(Idempotency-Key)", ...namesOf(EXECUTION)]).toEqual([
		"https",
		"headerCredential",
		"size",
		"type",
		"encoding",
		"syntax",
		"credential",
		"throttle",
		"confirmation",
		"singleKey",
		"(Idempotency-Key)",
		"strayQuery",
		"parameters",
		"expectation",
		"path",
		"operation",
	]);
});

test("requests of the token API are checked in their own order", () => {
	expect(namesOf(TOKEN_STEPS)).toEqual(["https", "key", "throttle", "parameters", "operation"]);
});
