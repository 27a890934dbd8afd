import { expect, test } from "vitest";
import { seal, unseal } from "./seal";

const SECRETS = { secret: "a secret of tests alone, long enough" };

test("what is sealed opens with the same secret and purpose alone", () => {
	const sealed = seal(SECRETS, "webhook secret", "whsec_äöü");
	expect(unseal(SECRETS, "webhook secret", sealed)).toBe("whsec_äöü");
	expect(Buffer.from(sealed).toString("latin1")).not.toContain("whsec");
	expect(() => unseal(SECRETS, "webhook address", sealed)).toThrow();
	expect(() => unseal({ secret: `${SECRETS.secret}!` }, "webhook secret", sealed)).toThrow();
	const changed = sealed.slice();
	changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
	expect(() => unseal(SECRETS, "webhook secret", changed)).toThrow();
});

test("after a change of the secret what was sealed before opens, too, and nothing is sealed under the previous one", () => {
	const changed = { secret: "another secret of tests alone", previousSecret: SECRETS.secret };
	expect(unseal(changed, "webhook secret", seal(SECRETS, "webhook secret", "text"))).toBe("text");
	const sealed = seal(changed, "webhook secret", "text");
	expect(() => unseal(SECRETS, "webhook secret", sealed)).toThrow();
	expect(unseal({ secret: changed.secret }, "webhook secret", sealed)).toBe("text");
});

test("the same text is sealed differently each time", () => {
	expect(seal(SECRETS, "webhook secret", "text")).not.toEqual(seal(SECRETS, "webhook secret", "text"));
});
