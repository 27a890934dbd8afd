import { describe, expect, test } from "vitest";
import { z } from "zod";
import { bulkBody } from "@/lib/contract/bulk";
import { createDesignBody } from "@/lib/contract/design-bodies";
import { lookupTestBody } from "@/lib/contract/lookup-test";
import { paging } from "@/lib/contract/parameters";
import { shareDesignBody } from "@/lib/contract/sharing";
import { parseJson, parseParameters } from "./parse-parameters";

function refusal(call: () => unknown): string {
	try {
		call();
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
	return "taken";
}

describe("a JSON body", () => {
	const design = (more: object) => ({ name: "Shops", type: "audience", ...more });
	const audience = (more: object) => design({ sets: [{ set_name: "Shops", audience: { sources: ["a"], ...more } }] });
	const bulk = (more: object) => ({ action: "activate", ...more });

	test.each<[z.ZodType, unknown, string]>([
		[createDesignBody, {}, "'name': is missing"],
		[createDesignBody, [], "the body: must be an object"],
		[createDesignBody, design({ name: 5 }), "'name': must be a string"],
		[createDesignBody, design({ type: "area" }), "'type': must be one of proximity, audience"],
		[createDesignBody, design({ tags: [], "a\u0007": 1 }), "the body: takes no 'tags', 'a�'"],
		[
			createDesignBody,
			design(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]))),
			"the body: takes no 'k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9' and 4990 more",
		],
		[createDesignBody, design({ sets: {} }), "'sets': must be a list"],
		[createDesignBody, design({ sets: [1] }), "'sets[0]': must be an object"],
		[createDesignBody, design({ sets: Array(1001).fill({ set_name: "a" }) }), "'sets': must hold at most 1000 items"],
		[
			createDesignBody,
			design({ sets: [{ set_name: "a", targeting_code: "" }] }),
			"'sets[0].targeting_code': must not be blank",
		],
		[
			createDesignBody,
			design({ sets: [{ set_name: "a", targeting_code: "x".repeat(65) }] }),
			"'sets[0].targeting_code': must have at most 64 characters",
		],
		[shareDesignBody, { collaborators: [{}] }, "'collaborators[0].type': is missing"],
		[bulkBody, bulk({ items: [{ id: "x" }] }), "'items[0].id': must be a GUID"],
		[
			bulkBody,
			bulk({ items: [{ id: "5d1b1a8e-7c52-4b0e-9a50-0c8f4f1b3a11", digest: "9f86d0" }] }),
			"'items[0].digest': must be sha256: and 64 hexadecimal digits in lower case",
		],
		[lookupTestBody, { latitude: 91, longitude: 0 }, "'latitude': must be at most 90"],
		[z.object({ factor: z.number().gt(1) }), { factor: 1 }, "'factor': must be more than 1"],
	])("is refused in the service's own words: %#", (schema, body, message) => {
		expect(refusal(() => parseJson(schema, body))).toBe(message);
	});

	test.each([
		[{ segment: "a", within_days: 1.5 }, "'sets[0].audience.where.within_days': must be a whole number"],
		[{ segment: "a", min_visits: 0 }, "'sets[0].audience.where.min_visits': must be at least 1"],
		[{ segment: "a", visits: 2 }, "'sets[0].audience.where': takes no 'visits'"],
		[{ all: [{ segment: "a" }, { segment: 5 }] }, "'sets[0].audience.where.all[1].segment': must be a string"],
		[{ segment: "a", min_visits: "2", within_days: "7" }, "'sets[0].audience.where.min_visits': must be a number"],
		[{ all: [{ segment: 5 }, { segment: 6 }] }, "'sets[0].audience.where.all[0].segment': must be a string"],
		[{ not: { any: [] } }, "'sets[0].audience.where.not.any': must hold at least 1 item"],
		[{}, "'sets[0].audience.where': is none of what may stand here"],
	])("of which one alternative was meant is refused for what is wrong with that: %j", (where, message) => {
		expect(refusal(() => parseJson(createDesignBody, audience({ where })))).toBe(message);
	});
});

test("a number beyond the safe integers is refused with the bound", () => {
	expect(refusal(() => parseParameters(z.strictObject(paging), [["offset", "9007199254740992"]]))).toBe(
		"parameter 'offset' must be a whole number from 0 to 9007199254740991",
	);
});
