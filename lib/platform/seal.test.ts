import { expect, test } from "vitest";
import { seal, unseal } from "./seal";

const SECRET = "a secret of tests alone, long enough";

test("what is sealed opens with the same secret and purpose alone", () => {
	const sealed = seal(SECRET, "one", "whsec_äöü");
	expect(unseal(SECRET, "one", sealed)).toBe("whsec_äöü");
	expect(Buffer.from(sealed).toString("latin1")).not.toContain("whsec");
	expect(() => unseal(SECRET, "other", sealed)).toThrow();
	expect(() => unseal(`${SECRET}!`, "one", sealed)).toThrow();
	const changed = sealed.slice();
	changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
	expect(() => unseal(SECRET, "one", changed)).toThrow();
});

test("the same text is sealed differently each time", () => {
	expect(seal(SECRET, "one", "text")).not.toEqual(seal(SECRET, "one", "text"));
});
