import { describe, expect, test } from "vitest";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignRow } from "@/lib/contract/design-list";
import type { Target } from "@/lib/contract/target";
import { firstSteps, STEPS } from "./first-steps";
import { otherActor, placeOf } from "./step-words";

const design = (fields: Partial<DesignRow>) =>
	({ id: "d1", name: "Sights", status: "in_design", design_size: 3, most_recent_build: null, ...fields }) as DesignRow;
const target = (fields: Partial<Target>) =>
	({ id: "t1", name: "Mitte", org_name: "Screens", accepts_requests: true, administered: true, ...fields }) as Target;
const deployment = (fields: Partial<DeploymentDetail>) =>
	({
		id: "x1",
		design_id: "d1",
		design_name: "Sights",
		target_id: "t1",
		target: "Mitte",
		status: "requested",
		agents: [],
		last_match_at: null,
		permissions: { administer: true, cancel: true, activate_own: true, comment_as: "requester" as const },
		...fields,
	}) as DeploymentDetail;
const LOADED = [{ agent: "box", state: "loaded", error: null, silent: false, last_seen_at: "" }] as const;
const NOTHING = { designs: [], deployments: [], targets: [] };

const MATCHED = { agents: [...LOADED], last_match_at: "2026-11-28T06:00:00.000Z" };

const doneOf = (lists: Partial<Parameters<typeof firstSteps>[0]>) => {
	const { done, next } = firstSteps({ ...NOTHING, ...lists }, "operator");
	return [STEPS.filter((step) => done[step]), next];
};

describe("each step is done when the service says so", () => {
	const built = design({ status: "built", most_recent_build: "b1" });
	const targets = [target({})];
	test.each<[string, Partial<Parameters<typeof firstSteps>[0]>, string[], string | null]>([
		["nothing", {}, [], "places"],
		["a design without places", { designs: [design({ design_size: 0 })] }, [], "places"],
		["a design with places", { designs: [design({})] }, ["places"], "build"],
		["a build under way", { designs: [design({ status: "building" })] }, ["places"], "target"],
		[
			"a build under way, with a target",
			{ designs: [design({ status: "requested" })], targets },
			["places", "target"],
			"build",
		],
		["a rejected build", { designs: [design({ status: "rejected" })], targets }, ["places", "target"], "build"],
		["a build", { designs: [built] }, ["places", "build"], "target"],
		[
			"a target that takes nobody's requests",
			{ designs: [built], targets: [target({ accepts_requests: false })] },
			["places", "build"],
			"target",
		],
		["a build and a target", { designs: [built], targets }, ["places", "build", "target"], "request"],
		[
			"a request",
			{ designs: [built], targets, deployments: [deployment({})] },
			["places", "build", "target", "request"],
			"approve",
		],
		[
			"an activated one",
			{ targets, deployments: [deployment({ status: "activated" })] },
			["places", "build", "target", "request", "approve"],
			"agent",
		],
		[
			"a loaded one",
			{ deployments: [deployment({ status: "activated", agents: [...LOADED] })] },
			["places", "build", "target", "request", "approve", "agent"],
			"point",
		],
		["one that matched", { deployments: [deployment({ status: "activated", ...MATCHED })] }, [...STEPS], null],
		[
			"one that was, and is no more",
			{ deployments: [deployment({ status: "deactivated", ...MATCHED })] },
			[],
			"places",
		],
	])("%s", (_what, lists, done, next) => {
		expect(doneOf(lists)).toEqual([done, next]);
	});

	test("of many the furthest counts", () => {
		const steps = firstSteps(
			{
				designs: [design({ id: "d2", name: "Newer" }), design({ id: "d3", most_recent_build: "b3", name: "Built" })],
				deployments: [deployment({ id: "x0" }), deployment({ id: "x2", status: "activated", design_id: "d4" })],
				targets: [],
			},
			"operator",
		);
		expect(steps).toMatchObject({ designId: "d4", design: null, deployment: { id: "x2" } });
	});
});

describe("each role is told who takes the next step", () => {
	const waiting = {
		...NOTHING,
		targets: [target({ administered: false })],
		deployments: [
			deployment({
				permissions: { administer: false, cancel: true, activate_own: true, comment_as: "requester" as const },
			}),
		],
	};

	test("a designer waits for the target's administrators, and gets no link to what they may not open", () => {
		const steps = firstSteps(waiting, "designer");
		expect(steps.next).toBe("approve");
		expect(otherActor("approve", "designer", steps)).toBe("an administrator of Screens");
		expect(otherActor("agent", "designer", steps)).toBe("an administrator of Screens");
		expect(otherActor("point", "designer", steps)).toBe("an administrator of Screens");
		expect(placeOf("target", steps)).toBeNull();
		expect(otherActor("target", "designer", firstSteps(NOTHING, "designer"))).toMatch(/^an operator/);
	});

	test("an operator takes each of them", () => {
		for (const lists of [NOTHING, { ...NOTHING, targets: [target({})], deployments: [deployment({})] }]) {
			const steps = firstSteps(lists, "operator");
			expect(STEPS.map((step) => otherActor(step, "operator", steps))).toEqual(STEPS.map(() => null));
		}
	});

	test("an administrator whose target takes others' requests waits for those", () => {
		const lists = {
			...NOTHING,
			designs: [design({ most_recent_build: "b1" })],
			targets: [target({ accepts_requests: false })],
		};
		const steps = firstSteps(lists, "administrator");
		expect(steps.next).toBe("request");
		expect(otherActor("request", "administrator", steps)).toMatch(/^a designer of/);
		expect(otherActor("approve", "administrator", steps)).toBeNull();
	});
});
