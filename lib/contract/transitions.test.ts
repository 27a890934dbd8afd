import { expect, test } from "vitest";
import { DESIGN_STATUSES } from "./constants";
import { DESIGN_TRANSITIONS, deploymentFollowers, designFollowers } from "./transitions";

test("a design ends in no status, and is frozen in those alone in which its build is under way or has failed", () => {
	const reached = new Set(["in_design"]);
	for (const status of reached) for (const next of designFollowers(status as "in_design")) reached.add(next);
	expect([...reached].sort()).toEqual([...DESIGN_STATUSES].sort());
	expect(DESIGN_STATUSES.filter((status) => designFollowers(status).length === 0)).toEqual([]);
	const editable: readonly string[] = DESIGN_TRANSITIONS.edit.from;
	expect(DESIGN_STATUSES.filter((status) => !editable.includes(status))).toEqual(["requested", "building", "failed"]);
});

test("a cancelled deployment is withdrawn for good; a rejected one can be activated after all", () => {
	expect(deploymentFollowers("cancelled")).toEqual([]);
	expect(deploymentFollowers("rejected")).toEqual(["activated"]);
	expect(deploymentFollowers("requested").sort()).toEqual(["activated", "cancelled", "rejected"]);
});
