import type { ActivationPreview, ActivationWarning } from "@/lib/contract/preview";
import { isolate } from "@/lib/rules/text/isolate";
import { closedWarning } from "./activation-window";
import { inUnits, minuteOf, plural } from "./moments";
import { nameOf } from "./name-of";

/** The inputs of the warnings besides the preview. */
export interface WarningContext {
	readonly targetName: string;
	readonly sizeWarningFactor: number;
	/** Whether the target's four-eyes rule forbids the caller to activate. */
	readonly ownRequest: boolean;
	readonly tags: readonly string[];
}

type Part<Name extends keyof ActivationPreview, Field extends keyof NonNullable<ActivationPreview[Name]>> = {
	readonly [Key in Name]: Pick<NonNullable<ActivationPreview[Name]>, Field> | Extract<ActivationPreview[Name], null>;
};

/** The part of a preview that decides warnings, which is read for many deployments at once. */
export type WarnedPreview = Pick<ActivationPreview, "memory" | "agents" | "schedule" | "window" | "sensitive_places"> &
	Part<"size", "before" | "after" | "compared_with"> &
	Part<"superseded_by", "build_date"> &
	Part<"newer_request", "requested_at"> &
	Part<"replaces", "deactivate_at">;
type Preview = WarnedPreview;
type Warn = (preview: Preview, context: WarningContext) => string | null;

/** Gives each warning's sentence, or null without a warning, in the order of display. */
const WARNINGS: Record<ActivationWarning["code"], Warn> = {
	four_eyes: (_, { ownRequest, targetName }) =>
		ownRequest ? `This counts as your own request; ${targetName} requires someone else to activate it.` : null,
	outside_window: ({ window }, { targetName }) =>
		window === null || window.open ? null : closedWarning(targetName, window),
	exceeds_memory: ({ memory }, { targetName }) => {
		if (memory === null) return null;
		if (memory.free_after !== null && memory.free_after < 0) {
			return `${targetName} would be ${inUnits(-memory.free_after)} over its memory capacity.`;
		}
		const short = memory.agents_short_of_memory;
		return short.length === 0
			? null
			: `The file does not fit into the memory limit that ${plural(short.length, "agent")} reported: ${short.join(", ")}.`;
	},
	no_living_agent: ({ agents }, { targetName }) => {
		if (agents?.living !== 0) return null;
		if (agents.silent === 0) return `${targetName} has no agent online, so this won't go live yet.`;
		const who =
			agents.silent === 1 ? `The only agent of ${targetName} is` : `All ${agents.silent} agents of ${targetName} are`;
		return `${who} offline, so this won't go live yet.`;
	},
	silent_agents: ({ agents }, { targetName }) => {
		if (agents === null || agents.living === 0 || agents.silent_taking === 0) return null;
		const { silent_taking: silent, taking } = agents;
		const [verb, they] = silent === 1 ? ["is", "it loads"] : ["are", "they load"];
		return `${silent} of ${taking + silent} matching agents of ${targetName} ${verb} offline; we can't confirm that ${they} it.`;
	},
	not_tagged_for_agents: ({ agents }, { targetName, tags }) => {
		if (agents === null || agents.living === 0 || agents.taking > 0) return null;
		const what = tags.length === 0 ? "without tags" : `with the tags ${tags.join(", ")}`;
		return `No online agent of ${targetName} loads a deployment ${what}: add a tag of one of them.`;
	},
	abnormally_large: ({ size }, { sizeWarningFactor }) => {
		if (size.before === null || size.before === 0 || size.after < size.before * sizeWarningFactor) return null;
		const than = size.compared_with === "replaced" ? "the file that it replaces" : "the design's previous build";
		return `The file is ${(size.after / size.before).toFixed(1)} times as large as ${than}.`;
	},
	superseded: ({ superseded_by: newer }) =>
		newer === null ? null : `The design has a newer completed build, of ${minuteOf(newer.build_date)}.`,
	newer_request: ({ newer_request: newer }) =>
		newer === null ? null : `A newer request for this design (${minuteOf(newer.requested_at)}) is also pending.`,
	target_not_in_sync: ({ agents }, { targetName }) =>
		agents === null || agents.living === 0 || agents.in_sync
			? null
			: `${targetName} is still loading ${plural(agents.to_load, "file")}.`,
	scheduled: ({ schedule }) =>
		schedule?.activate_at == null
			? null
			: `Scheduled for ${minuteOf(schedule.activate_at)} by ${isolate(nameOf(schedule.by_person, schedule.by ?? ""))}. Activating now cancels the schedule.`,
	replaced_schedule_ends: ({ replaces }) =>
		replaces?.deactivate_at == null
			? null
			: `The deployment that it replaces is scheduled to be deactivated on ${minuteOf(replaces.deactivate_at)}. That schedule does not apply to this one.`,
	sensitive_places: ({ sensitive_places: places }) => sensitiveWarning(places),
	places_not_compared: ({ sensitive_places: places }) =>
		places === null
			? "This build has not been compared with the sensitive places yet, or its geofences are not kept here."
			: null,
};

function sensitiveWarning(places: Preview["sensitive_places"]): string | null {
	if (places === null || places.geofence_count === 0) return null;
	const parts = places.categories.map(({ name, geofence_count: count }) => `${name} (${count})`);
	const verb = places.geofence_count === 1 ? "overlaps" : "overlap";
	return `${plural(places.geofence_count, "geofence")} ${verb} sensitive places: ${parts.join(", ")}.`;
}

/** Gives the warnings before an activation, the gravest first. */
export function activationWarnings(preview: Preview, context: WarningContext): ActivationWarning[] {
	return (Object.keys(WARNINGS) as ActivationWarning["code"][]).flatMap((code) => {
		const message = WARNINGS[code](preview, context);
		return message === null ? [] : [{ code, message }];
	});
}
