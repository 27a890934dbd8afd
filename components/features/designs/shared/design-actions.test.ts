import { describe, expect, it } from "vitest";
import { DESIGN_STATUS } from "@/components/kit/status/status-words";
import { reportedBy } from "@/components/kit/status/testing";
import type { DesignDetail } from "@/lib/contract/design";
import { designSentence, nextStep, rejectedRequest, requestBuildUnavailable } from "./design-actions";

const ID = "3f2c1f6e-8f0c-4a3e-9d63-1f4a5b6c7d8e";
const LOADED = {
	agent: "edge",
	state: "loaded" as const,
	error: null,
	silent: false,
	last_seen_at: "2026-03-01T12:00:00Z",
};
const set = (count: number) => ({
	set_id: ID,
	set_name: "Shops",
	targeting_code: "SHOPS",
	geofences: { count, bounds: null },
	audience: null,
	points_of_interest: null,
	revision: 1,
	updated_at: "2026-03-01T12:00:00Z",
	updated_by: null,
	updated_by_person: null,
});

/** A design of the reader's own with sets of so many geofences. */
function design(counts: readonly number[], facts: Partial<DesignDetail> = {}): DesignDetail {
	const contents = counts.map(set);
	return {
		id: ID,
		name: "Shops",
		type: "proximity",
		owner_person: null,
		owner_org_members_see: "all",
		status: "in_design",
		created_at: "2026-03-01T12:00:00Z",
		updated_at: "2026-03-01T12:00:00Z",
		external_build: false,
		design_size: 0,
		most_recent_build: null,
		owner_id: ID,
		owner_org_id: ID,
		owner_name: "dana@brightside.example",
		price_cpm: null,
		active_builds: 0,
		is_shared_to_current_user: false,
		is_shared_to_current_org: false,
		sets: contents.map(({ set_id, set_name, targeting_code }) => ({ set_id, set_name, targeting_code })),
		set_ids: contents.map(({ set_id }) => set_id),
		collaborators: [],
		revision: 1,
		visibility: [],
		status_reason: null,
		own_price_cpm: null,
		frozen: null,
		contents,
		data: null,
		permissions: {
			see_contents: true,
			edit: true,
			request_build: true,
			request_deployment: true,
			share: true,
			delete: true,
			duplicate: true,
			set_price: false,
			change_owner: false,
			upload_build: false,
		},
		...facts,
	};
}

describe("what comes next for a design", () => {
	it("is the editor while something is missing, and the page says what", () => {
		expect(nextStep(design([]))).toBe("edit");
		expect(designSentence(design([]))).toBe(
			"Saved, not built yet. The design has no sets yet. Edit it to add the first one.",
		);
		expect(nextStep(design([3, 0]))).toBe("edit");
		expect(designSentence(design([3, 0]))).toBe(
			'Saved, not built yet. The set "Shops" has no geofences yet. Draw or import some first.',
		);
		expect(requestBuildUnavailable(design([3, 0]))).toBe(
			'The set "Shops" has no geofences yet. Draw or import some first.',
		);
	});

	it("is a build, once every set holds something", () => {
		expect(nextStep(design([3]))).toBe("build");
		expect(designSentence(design([3]))).toBe("Saved, not built yet. Request a build next.");
		expect(requestBuildUnavailable(design([3]))).toBeNull();
	});

	it("is not the editor for readers who cannot edit, or while it is frozen", () => {
		const { permissions } = design([]);
		expect(nextStep(design([], { permissions: { ...permissions, edit: false } }))).toBe("build");
		const frozen = { cause: "building", reason: "It is being built.", build_id: ID } as const;
		expect(nextStep(design([], { frozen }))).toBe("build");
	});

	it("names who can do it if the reader cannot", () => {
		const permissions = { ...design([3]).permissions, request_build: false };
		const { means, next } = DESIGN_STATUS.in_design;
		expect(designSentence(design([3], { permissions }))).toBe(`${means} ${next}`);
	});

	it("is a deployment, once it is built", () =>
		expect(nextStep(design([3], { status: "built", most_recent_build: ID }))).toBe("deployment"));

	it("says where the newest build is, once its deployment was requested", () => {
		const built = design([3], { status: "built", most_recent_build: ID });
		const older = "00000000-0000-4000-8000-000000000000";
		const on = (target: string, status: "requested" | "activated" | "deactivated", build_id = ID) => ({
			target,
			build_id,
			requested_at: "2026-03-02T12:00:00Z",
			status_reason: null,
			...reportedBy(status, status === "activated" ? [LOADED] : []),
		});
		const free = DESIGN_STATUS.built.means;
		expect(designSentence(built)).toBe(free);
		expect(designSentence(built, [on("East", "activated", older), on("West", "deactivated", older)])).toBe(free);
		expect(designSentence(built, [on("East", "requested")])).toBe("The newest build is pending on East.");
		expect(designSentence(built, [on("East", "activated"), on("West", "activated"), on("North", "requested")])).toBe(
			"The newest build is live on East and West, and is pending on North.",
		);
		expect(
			designSentence(
				built,
				["A", "B", "C"].map((target) => on(target, "activated")),
			),
		).toBe("The newest build is live on 3 targets.");
		const unloaded = { ...on("South", "activated"), ...reportedBy("activated", [{ ...LOADED, state: "pending" }]) };
		const unheard = { ...on("South", "activated"), ...reportedBy("activated") };
		for (const one of [unloaded, unheard]) {
			expect(designSentence(built, [one])).toBe("The newest build is activated on South but not yet loaded there.");
			expect(designSentence(built, [on("East", "activated"), one])).toBe(
				"The newest build is live on East, and is activated on South but not yet loaded there.",
			);
		}
	});

	it("is the editor after the newest request was rejected, until there is another build or request", () => {
		const built = design([3], { status: "built", most_recent_build: ID });
		const on = (target: string, status: "requested" | "activated" | "rejected", day: number, build_id = ID) => ({
			target,
			build_id,
			requested_at: `2026-03-0${day}T12:00:00Z`,
			status_reason: status === "rejected" ? "too large" : null,
			...reportedBy(status),
		});
		const rejected = [on("East", "requested", 1), on("West", "rejected", 2)];
		expect(nextStep(built, rejected)).toBe("edit");
		expect(designSentence(built, rejected)).toBe(
			"The request for West was rejected. The newest build is pending on East.",
		);
		expect(rejectedRequest(built, rejected)?.status_reason).toBe("too large");
		expect(nextStep(built, [...rejected, on("West", "requested", 3)])).toBe("deployment");
		const older = "00000000-0000-4000-8000-000000000000";
		expect(nextStep(built, [on("West", "rejected", 2, older)])).toBe("deployment");
		const { permissions } = built;
		expect(nextStep({ ...built, permissions: { ...permissions, edit: false } }, rejected)).toBe("deployment");
	});

	it("is reactivation where the build is deactivated, since it cannot be requested there again", () => {
		const built = design([3], { status: "built", most_recent_build: ID });
		const on = (target: string, status: "activated" | "deactivated", build_id = ID) => ({
			target,
			build_id,
			requested_at: "2026-03-02T12:00:00Z",
			status_reason: null,
			...reportedBy(status, status === "activated" ? [LOADED] : []),
		});
		expect(designSentence(built, [on("East", "deactivated"), on("West", "deactivated")])).toBe(
			"The newest build is deactivated on East and West, where an administrator can reactivate it. You can request its deployment to other targets.",
		);
		const older = "00000000-0000-4000-8000-000000000000";
		expect(designSentence(built, [on("East", "activated", older), on("East", "deactivated")])).toMatch(
			/^The newest build is deactivated on East, /,
		);
		expect(designSentence(built, [on("East", "deactivated"), on("West", "activated")])).toBe(
			"The newest build is live on West.",
		);
	});
});
