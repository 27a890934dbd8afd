import type { Audience } from "@/lib/contract/audience";
import type { PersonaName } from "@/lib/tools/seed/cast";
import type { Landmark } from "@/lib/tools/seed/landmarks/landmark";

/** A set of a planned design; neither landmarks nor an audience: an empty set, which no build takes. */
export interface PlannedSet {
	readonly name: string;
	readonly code: string;
	readonly landmarks?: readonly Landmark[];
	readonly audience?: Audience;
}

/**
 * How a requested build goes on: `settled`, as the build worker decides; `failed` for good after every attempt;
 * `interrupted` after the first attempt, with the next one far away, so that the design is seen `building`; `waiting` for a
 * time far away, so that it is seen `requested`.
 */
export type BuildCourse = "settled" | "failed" | "interrupted" | "waiting";

/** What happens to a design after it was created; deployments are named by their target, the newest there is meant. */
export type PlannedAct =
	| { readonly act: "request_build"; readonly reason: string; readonly course?: BuildCourse; readonly trouble?: string }
	| { readonly act: "replace_geofences"; readonly code: string; readonly landmarks: readonly Landmark[] }
	| { readonly act: "request_deployment"; readonly target: string; readonly message?: string }
	| { readonly act: "activate" | "deactivate"; readonly target: string }
	| { readonly act: "reject" | "cancel"; readonly target: string; readonly message: string }
	| { readonly act: "tag"; readonly target: string; readonly tags: readonly string[] }
	/** What is to happen so many days after the act. */
	| {
			readonly act: "schedule";
			readonly target: string;
			readonly activateAfter?: number;
			readonly deactivateAfter?: number;
	  }
	/** Requests that have waited for longer than their targets let them are cancelled. */
	| { readonly act: "expire" }
	| { readonly act: "share_with_organization"; readonly organization: string }
	| { readonly act: "set_visibility"; readonly tags: readonly string[] };

/** A design of the demo world with its history. */
export interface PlannedDesign {
	readonly name: string;
	readonly type: "proximity" | "audience";
	readonly owner: PersonaName;
	/** Days before the seed. */
	readonly created: number;
	readonly sets: readonly PlannedSet[];
	/** `day` counts back from the seed. */
	readonly history?: readonly ({ readonly day: number } & PlannedAct)[];
}
