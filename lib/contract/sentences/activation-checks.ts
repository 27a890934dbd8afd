import type { ActivationCheck, ActivationPreview, ActivationWarning } from "@/lib/contract/preview";
import { inUnits, minuteOf, plural } from "./moments";

type Preview = Omit<ActivationPreview, "checks">;
type Code = ActivationCheck["code"];
/** Null where there is nothing to check. */
type Check = (preview: Preview) => Pick<ActivationCheck, "state" | "words" | "message"> | null;

/** The warnings that each check answers for. A warning of no check stands beside them. */
export const WARNINGS_OF: Record<Code, readonly ActivationWarning["code"][]> = {
	decider: ["four_eyes"],
	memory: ["exceeds_memory"],
	agents: ["no_living_agent", "not_tagged_for_agents", "silent_agents", "target_not_in_sync"],
	size: ["abnormally_large"],
	build: ["superseded", "newer_request"],
	window: ["outside_window"],
	schedule: ["scheduled", "replaced_schedule_ends"],
	places: ["sensitive_places", "places_not_compared"],
};

/** A factor as people say it: `2.2 times larger`, `12% smaller`, `same size`. */
function changeWords(before: number, after: number): string {
	if (before === after) return "same size";
	const [ratio, word] = after > before ? [after / before, "larger"] : [before / after, "smaller"];
	if (ratio >= 1.95) return `${ratio.toFixed(1)} times ${word}`;
	const percent = Math.round((Math.abs(after - before) / before) * 100);
	return percent === 0 ? "same size" : `${percent}% ${word}`;
}

/** The words of each check, in the order of display. */
const CHECKS: Record<Code, Check> = {
	decider: ({ refusal }) =>
		refusal?.code === "four_eyes"
			? { state: "bad", words: "someone else must activate", message: refusal.message }
			: null,
	memory: ({ memory, warnings }) => {
		if (memory === null) return null;
		const { capacity, free_after: free, agents_short_of_memory: short } = memory;
		const message = sentences(warnings, "memory");
		if (free !== null && free < 0) return { state: "bad", words: `${inUnits(-free)} over memory`, message };
		if (short.length > 0) return { state: "bad", words: `too large for ${plural(short.length, "agent")}`, message };
		if (capacity === null || free === null) return { state: "info", words: "no memory limit", message: null };
		return { state: "ok", words: "fits memory", message: `${inUnits(free)} of ${inUnits(capacity)} stay free.` };
	},
	agents: ({ agents, warnings }) => {
		if (agents === null) return null;
		const { living, taking, silent, silent_taking, to_load } = agents;
		const message = sentences(warnings, "agents");
		if (living === 0) return { state: "warn", words: silent === 0 ? "no agent" : "no agent online", message };
		if (taking === 0) return { state: "warn", words: "no agent loads its tags", message };
		if (silent_taking > 0) {
			return {
				state: "warn",
				words: `${silent_taking} of ${plural(taking + silent_taking, "agent")} offline`,
				message,
			};
		}
		if (to_load > 0) return { state: "warn", words: `still loading ${plural(to_load, "file")}`, message };
		return { state: "ok", words: `${plural(taking, "agent")} online`, message: loadingWords(agents) };
	},
	size: ({ size, warnings }) => {
		if (size.before === null || size.before === 0) return { state: "info", words: "first build", message: null };
		const large = warnings.some(({ code }) => code === "abnormally_large");
		const than = size.compared_with === "replaced" ? "in place of" : "against the previous build's";
		const message = sentences(warnings, "size") ?? `${inUnits(size.after)} ${than} ${inUnits(size.before)}.`;
		return { state: large ? "warn" : "ok", words: changeWords(size.before, size.after), message };
	},
	build: ({ superseded_by, newer_request, warnings }) => {
		const message = sentences(warnings, "build");
		if (newer_request !== null) return { state: "warn", words: "newer request pending", message };
		if (superseded_by !== null) return { state: "warn", words: "newer build exists", message };
		return { state: "ok", words: "newest build", message: null };
	},
	window: ({ window, warnings }) => {
		if (window === null) return null;
		if (!window.open) return { state: "warn", words: "outside the window", message: sentences(warnings, "window") };
		const closes = window.closes_at === null ? null : `It closes at ${minuteOf(window.closes_at)}.`;
		return { state: "ok", words: "inside the window", message: closes };
	},
	schedule: ({ schedule, replaces, warnings }) => {
		const at = schedule?.activate_at ?? replaces?.deactivate_at ?? null;
		if (at === null) return null;
		const words = schedule?.activate_at == null ? "replaces a scheduled end" : `scheduled for ${minuteOf(at)}`;
		return { state: "warn", words, message: sentences(warnings, "schedule") };
	},
	places: ({ sensitive_places: places, refusal, warnings }) => {
		if (refusal?.code === "places") return { state: "bad", words: "sensitive places", message: refusal.message };
		if (places?.geofence_count === 0) return null;
		const words = places === null ? "sensitive places not compared yet" : "sensitive places";
		return { state: "warn", words, message: sentences(warnings, "places") };
	},
};

const loadingWords = ({ taking, living, loading }: NonNullable<ActivationPreview["agents"]>): string =>
	`${taking === living ? "All of them" : `${taking} of ${living} online agents`} will load it${
		loading === 0 ? "" : `; ${plural(loading, "file")} just activated ${loading === 1 ? "is" : "are"} being loaded`
	}.`;

/** The sentences of a check's warnings; null without any. */
function sentences(warnings: readonly ActivationWarning[], check: Code): string | null {
	const own = warnings.filter(({ code }) => WARNINGS_OF[check].includes(code)).map(({ message }) => message);
	return own.length === 0 ? null : own.join(" ");
}

/**
 * All checks before an activation, like those of a pull request, with those that passed. The page
 * shows the warnings that belong to no check beside them.
 */
export function activationChecks(preview: Preview): ActivationCheck[] {
	return (Object.keys(CHECKS) as Code[]).flatMap((code): ActivationCheck[] => {
		const check = CHECKS[code](preview);
		return check === null ? [] : [{ code, warnings: codesOf(preview, code), ...check }];
	});
}

const codesOf = ({ warnings }: Preview, check: Code): ActivationWarning["code"][] =>
	warnings.flatMap(({ code }) => (WARNINGS_OF[check].includes(code) ? [code] : []));
