import type { Audience } from "@/lib/contract/audience";
import type { PersonaName } from "@/lib/tools/seed/cast";
import type { Landmark } from "@/lib/tools/seed/landmarks/landmark";

/** A set of a planned design; without landmarks or audience it is empty and cannot be built. */
export interface PlannedSet {
	readonly name: string;
	readonly code: string;
	readonly landmarks?: readonly Landmark[];
	readonly audience?: Audience;
}

/**
 * Course of a requested build: `settled` by the build worker; `failed` after every attempt;
 * `interrupted` after the first attempt, so that the design stays `building`; `waiting` for the far
 * future, so that it stays `requested`.
 */
export type BuildCourse = "settled" | "failed" | "interrupted" | "waiting";

/** A step in the history of a design. A target stands for its newest deployment. */
export type PlannedAct =
	| { readonly act: "request_build"; readonly reason: string; readonly course?: BuildCourse; readonly trouble?: string }
	| { readonly act: "replace_geofences"; readonly code: string; readonly landmarks: readonly Landmark[] }
	/** With the times that the requester proposes, in days after the act. */
	| {
			readonly act: "request_deployment";
			readonly target: string;
			readonly message?: string;
			readonly activateAfter?: number;
			readonly deactivateAfter?: number;
	  }
	/** A question to the requester, who has yet to answer. */
	| { readonly act: "ask"; readonly target: string; readonly text: string }
	| { readonly act: "activate" | "deactivate"; readonly target: string }
	| { readonly act: "reject" | "cancel"; readonly target: string; readonly message: string }
	| { readonly act: "tag"; readonly target: string; readonly tags: readonly string[] }
	/** A schedule, in days after the act. */
	| {
			readonly act: "schedule";
			readonly target: string;
			readonly activateAfter?: number;
			readonly deactivateAfter?: number;
	  }
	/** Cancels requests that are older than their target allows. */
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
