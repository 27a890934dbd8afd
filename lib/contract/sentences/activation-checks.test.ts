import { expect, test } from "vitest";
import { ACTIVATION_WARNINGS, type ActivationPreview } from "@/lib/contract/preview";
import { activationChecks, WARNINGS_OF } from "./activation-checks";
import { activationWarnings } from "./activation-warnings";

const PLAIN: Omit<ActivationPreview, "checks" | "warnings"> = {
	deployment_id: "d",
	revision: 1,
	digest: "sha256:00",
	status: "requested",
	type: "proximity",
	allowed: true,
	refusal: null,
	replaces: null,
	size: { before: 1_000_000, after: 2_200_000, change: 1_200_000, compared_with: "replaced", build: null },
	memory: {
		capacity: 10_000_000,
		activated: 1_000_000,
		requested: 2_200_000,
		free_before: 9_000_000,
		free_after: 7_800_000,
		agents_short_of_memory: [],
	},
	sets: { added: [], removed: [], changed: [], unchanged: 1 },
	items: { before: 1, after: 1 },
	price_cpm: { base: "0.45" },
	price_cpm_before: null,
	superseded_by: null,
	newer_request: null,
	agents: { living: 2, taking: 2, silent: 0, silent_taking: 0, to_load: 0, loading: 1, in_sync: true },
	schedule: null,
	sensitive_places: { geofence_count: 0, categories: [] },
	window: null,
	map: null,
	rules: [],
};

const PLANNED = {
	activate_at: null,
	deactivate_at: null,
	waits_for_window: false,
	opens_at: null,
	by: "mira",
	by_person: null,
	last_problem: null,
};
const OPEN = { open: true, reason: null, freeze_reason: null, opens_at: null, closes_at: null };

function checks(part: Partial<typeof PLAIN> = {}, factor = 3) {
	const preview = { ...PLAIN, ...part };
	const context = { targetName: "Metro", sizeWarningFactor: factor, ownRequest: false, tags: [] };
	const found = activationChecks({ ...preview, warnings: activationWarnings(preview, context) });
	return found.map(({ code, state, words }) => `${code} ${state}: ${words}`);
}

test("all is fine, in one line", () => {
	expect(checks()).toEqual([
		"memory ok: fits memory",
		"agents ok: 2 agents online",
		"size ok: 2.2 times larger",
		"build ok: newest build",
	]);
});

test("each check says in its own words what is wrong, and which warnings it answers for", () => {
	expect(
		checks(
			{
				refusal: { code: "four_eyes", message: "you requested this deployment" },
				memory: { ...(PLAIN.memory as NonNullable<typeof PLAIN.memory>), free_after: -1_500_000 },
				agents: { living: 0, taking: 0, silent: 2, silent_taking: 2, to_load: 0, loading: 0, in_sync: false },
				superseded_by: { build_id: null, build_date: "2026-11-25T09:30:00.000Z" },
				schedule: { ...PLANNED, activate_at: "2026-11-30T05:00:00.000Z" },
				window: { ...OPEN, open: false, reason: "outside_hours", opens_at: "2026-11-30T07:00:00.000Z" },
			},
			2,
		),
	).toEqual([
		"decider bad: someone else must activate",
		"memory bad: 1.5 MB over memory",
		"agents warn: no agent online",
		"size warn: 2.2 times larger",
		"build warn: newer build exists",
		"window warn: outside the window",
		"schedule warn: scheduled for 2026-11-30 05:00 UTC",
	]);
	const agents = { living: 2, taking: 1, silent: 1, silent_taking: 1, to_load: 0, loading: 0, in_sync: true };
	expect(checks({ window: OPEN }).at(-1)).toBe("window ok: inside the window");
	expect(checks({ agents })[1]).toBe("agents warn: 1 of 2 agents offline");
	expect(checks({ agents: { ...agents, taking: 0, silent_taking: 0 } })[1]).toBe(
		"agents warn: no agent loads its tags",
	);
	expect(checks({ agents: { ...agents, silent_taking: 0, to_load: 3 } })[1]).toBe("agents warn: still loading 3 files");
	const size = { ...PLAIN.size, before: 1_000_000 };
	expect(checks({ size: { ...size, after: 1_000_000 } })[2]).toBe("size ok: same size");
	expect(checks({ size: { ...size, after: 880_000 } })[2]).toBe("size ok: 12% smaller");
	expect(checks({ size: { ...size, before: null, compared_with: null } })[2]).toBe("size info: first build");
});

test("a warning is answered for once at most", () => {
	const answered = Object.values(WARNINGS_OF).flat();
	expect(new Set(answered).size).toBe(answered.length);
	expect(ACTIVATION_WARNINGS.filter((code) => !answered.includes(code))).toEqual([]);
});
