import { expect, test } from "vitest";
import { AUDIENCE_LIMITS, type AudienceExpression, audience } from "./audience";

const { conditions, depth, sources } = AUDIENCE_LIMITS;
const gym = { segment: "gym" };
const nested = (levels: number): AudienceExpression => (levels === 1 ? gym : { not: nested(levels - 1) });
const problemOf = (changed: object) =>
	audience.safeParse({ sources: ["acme"], where: gym, ...changed }).error?.issues[0]?.message;

test("an expression has so many conditions, levels and sources", () => {
	const all = (count: number) => ({ where: { all: Array.from({ length: count }, () => gym) } });
	const from = (count: number) => ({ sources: Array.from({ length: count }, (_, number) => `source-${number}`) });
	expect([all(conditions), { where: nested(depth) }, from(sources)].map(problemOf)).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect(problemOf(all(conditions + 1))).toBe("has more than 500 conditions");
	expect(problemOf({ where: nested(depth + 1) })).toBe("is nested deeper than 20 levels");
	expect(problemOf(from(sources + 1))).toBeDefined();
});
