import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEPLOYMENT_STATUSES, DESIGN_STATUSES } from "./constants";
import { DEPLOYMENT_STEPS, DESIGN_TRANSITIONS, deploymentFollowers, designFollowers } from "./transitions";

test("no design status is final, and a design is frozen only while its build is under way or has failed", () => {
	const reached = new Set(["in_design"]);
	for (const status of reached) for (const next of designFollowers(status as "in_design")) reached.add(next);
	expect([...reached].sort()).toEqual([...DESIGN_STATUSES].sort());
	expect(DESIGN_STATUSES.filter((status) => designFollowers(status).length === 0)).toEqual([]);
	const editable: readonly string[] = DESIGN_TRANSITIONS.edit.from;
	expect(DESIGN_STATUSES.filter((status) => !editable.includes(status))).toEqual(["requested", "building", "failed"]);
});

test("a cancelled deployment is final; a rejected one can still be activated, and its rejection undone", () => {
	expect(deploymentFollowers("cancelled")).toEqual([]);
	expect(deploymentFollowers("rejected")).toEqual(["activated", "requested"]);
	expect(deploymentFollowers("requested").sort()).toEqual(["activated", "cancelled", "rejected"]);
});

test("docs/contract has the transitions of the tables, and no others", () => {
	const tables = { ...DESIGN_TRANSITIONS, ...DEPLOYMENT_STEPS };
	const expected = Object.entries(tables).flatMap(([event, { from, to }]) => {
		if (to === null && event !== "tag") return [];
		const before = from.length === DEPLOYMENT_STATUSES.length ? "every status" : quoted(from);
		const after = to === null ? "unchanged" : to === "deleted" ? "removed" : quoted([to]);
		return `${before} | ${event} | ${after}`;
	});
	const pages = readdirSync("docs/contract").map((name) => readFileSync(`docs/contract/${name}`, "utf8"));
	const rows = pages.join("\n").matchAll(/^\| (`.*`|every status) \| `(\w+)`: .* \| (`\w+`|unchanged|removed) \|$/gm);
	const documented = Array.from(rows, ([, before, event, after]) => `${before} | ${event} | ${after}`);
	expect(documented.sort()).toEqual(expected.sort());
});

const quoted = (statuses: readonly string[]) => statuses.map((status) => `\`${status}\``).join(", ");
