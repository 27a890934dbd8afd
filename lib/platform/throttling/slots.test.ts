import { expect, test } from "vitest";
import { Slots } from "./slots";

const LIMITS = { what: "exports", ofUser: 2, ofOrganization: 3, inAll: 5 };
const REFUSED = /^too many exports are open: a user may have 2, an organization 3, and all together 5$/;

test("a user, an organization and all together have so many slots, and each is given back once", () => {
	const slots = new Slots(LIMITS);
	const take = (userId: string, organizationId: string) => slots.take({ userId, organizationId });
	const release = take("ada", "acme");
	take("ada", "acme");
	expect(() => take("ada", "acme")).toThrow(REFUSED);
	take("bob", "acme");
	expect(() => take("cyd", "acme")).toThrow(REFUSED);
	take("dan", "rival");
	take("dan", "rival");
	expect(() => take("eve", "north")).toThrow(REFUSED);
	release();
	release();
	take("eve", "north");
	expect(() => take("eve", "north")).toThrow(expect.objectContaining({ kind: "Throttled", retryAfterSeconds: 10 }));
});
