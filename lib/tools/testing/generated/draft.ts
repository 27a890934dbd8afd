import fc from "fast-check";
import type { DeploymentStatus } from "@/lib/contract/deployment";
import type { DesignStatus } from "@/lib/contract/design";
import type { DesignType } from "@/lib/contract/primitives";
import type { Role } from "@/lib/generated/prisma/enums";
import { type Text, text, wordText } from "./text";

/**
 * All times of a generated world are within a few seconds of this one, so that sort keys are often
 * equal.
 */
export const WORLD_EPOCH = Date.UTC(2026, 2, 1, 12, 0, 0);
export const WORLD_SECONDS = 4;
/** Targeting files have 0 to so many bytes. */
export const WORLD_SIZES = 4;
export const WORLD_TAGS = ["red", "green", "blue"] as const;
export const WORLD_TARGET_TYPES = ["on-premises", "cloud"] as const;

/** A world as indexes into its own parts, which shrinks well; `assemble` turns it into rows. */
export interface Draft {
	/** Makes ids differ from world to world. */
	readonly mark: number;
	readonly users: readonly { readonly org: number; readonly role: Role }[];
	readonly targets: readonly {
		readonly org: number;
		readonly name: Text;
		readonly type: string;
		readonly accepted: readonly boolean[];
	}[];
	readonly designs: readonly {
		readonly name: Text;
		readonly type: DesignType;
		readonly status: DesignStatus;
		readonly owner: number;
		readonly ownerOrg: number | null;
		readonly sets: readonly { readonly name: Text; readonly code: Text }[];
		readonly collaborators: readonly {
			readonly org: boolean;
			readonly index: number;
			readonly can_view: boolean;
			readonly can_edit: boolean;
		}[];
		readonly visibility_tags: readonly string[];
		readonly updated_at: Date;
		readonly builds: readonly {
			readonly name: Text;
			readonly status: "done" | "failed" | "rejected";
			readonly requester: number;
			readonly requested_at: Date;
			readonly completed_at: Date;
			readonly size: number;
		}[];
	}[];
	readonly deployments: readonly {
		readonly build: number;
		readonly target: number;
		readonly status: DeploymentStatus;
		readonly requester: number;
		readonly tags: readonly Text[];
		readonly requested_at: Date;
		readonly approved_at: Date;
		readonly updated_at: Date;
	}[];
}

const index = fc.nat(1_000);
const organization = fc.nat(3);
/** At the edges of a second, where bounds matter. */
const instant = fc
	.tuple(fc.nat(WORLD_SECONDS - 1), fc.constantFrom(0, 1, 500, 999))
	.map(([second, millisecond]) => new Date(WORLD_EPOCH + second * 1000 + millisecond));

const design = fc.record({
	name: text,
	type: fc.constantFrom<DesignType[]>("proximity", "audience"),
	status: fc.constantFrom<DesignStatus[]>("in_design", "rejected", "failed", "built"),
	owner: index,
	ownerOrg: fc.option(organization, { freq: 4 }),
	sets: fc.array(fc.record({ name: text, code: wordText }), { maxLength: 2 }),
	collaborators: fc.array(fc.record({ org: fc.boolean(), index, can_view: fc.boolean(), can_edit: fc.boolean() }), {
		maxLength: 3,
	}),
	visibility_tags: fc.subarray([...WORLD_TAGS]),
	updated_at: instant,
	builds: fc.array(
		fc.record({
			name: text,
			status: fc.constantFrom(
				"done" as const,
				"done" as const,
				"done" as const,
				"failed" as const,
				"rejected" as const,
			),
			requester: index,
			requested_at: instant,
			completed_at: instant,
			size: fc.nat(WORLD_SIZES),
		}),
		{ maxLength: 4 },
	),
});

const deployment = fc.record({
	build: index,
	target: index,
	status: fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom<DeploymentStatus[]>("requested", "activated", "deactivated") },
		{ weight: 1, arbitrary: fc.constantFrom<DeploymentStatus[]>("cancelled", "rejected") },
	),
	requester: index,
	tags: fc.array(wordText, { maxLength: 2 }),
	requested_at: instant,
	approved_at: instant,
	updated_at: instant,
});

const role = fc.constantFrom<Role[]>("designer", "designer", "administrator", "administrator", "operator");

export const draft: fc.Arbitrary<Draft> = fc.record({
	mark: fc.nat(),
	users: fc.array(fc.record({ org: organization, role }), { minLength: 5, maxLength: 9 }),
	targets: fc.array(
		fc.record({
			org: organization,
			name: text,
			type: fc.constantFrom<string[]>(...WORLD_TARGET_TYPES),
			accepted: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
		}),
		{ minLength: 2, maxLength: 4 },
	),
	designs: fc.array(design, { minLength: 4, maxLength: 14, size: "max" }),
	deployments: fc.array(deployment, { minLength: 20, maxLength: 90, size: "max" }),
});
