import { expect, test } from "vitest";
import { audienceProblem } from "./audience-problem";

test("an expression that the service takes has no problem", () => {
	const where = { all: [{ segment: "a", min_visits: 2 }, { not: { segment: "staff" } }] };
	expect(audienceProblem(JSON.stringify({ sources: ["acme"], where }))).toBeNull();
});

test.each([
	["{", /^The expression is not JSON: /],
	['{"sources":["",1],"where":{"segment":"a"}}', /^"sources/],
	['{"sources":[],"where":{"segment":"a"}}', /^"sources"/],
	['{"sources":["a"],"where":{"segmen":"a"}}', /^"where" must be a condition/],
	['{"sources":["a"],"where":{"all":[{"segment":1}]}}', /^"where/],
])("the expression %s is rejected", (expression, problem) => {
	expect(audienceProblem(expression)).toMatch(problem);
});
