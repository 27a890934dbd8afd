import { localDay } from "@/components/kit/table/local-day";
import type { DeploymentDetail } from "@/lib/contract/deployment";

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** An instant as a field of date and time takes it, in the reader's zone; empty for none. */
export function localMinute(iso: string | null): string {
	if (iso === null) return "";
	const at = new Date(iso);
	const seconds = at.getSeconds() === 0 ? "" : `:${twoDigits(at.getSeconds())}`;
	return `${localDay(at)}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}${seconds}`;
}

/** The reader's time zone: `Europe/Berlin (UTC+1)`. */
export function zoneWords(zone = Intl.DateTimeFormat().resolvedOptions().timeZone, now = new Date()): string {
	const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(now);
	const offset = parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "UTC");
	return offset === undefined || zone === "UTC" ? zone : `${zone} (${offset})`;
}

/**
 * The value of such a field as an instant in UTC; null where it is empty or half-typed.
 * @param before the instant that the field was filled with: while its text stays, so does the
 *   instant, of which the text lacks milliseconds and which of two equal times it is
 */
export function readLocalMinute(text: string, before: string | null = null): string | null {
	if (before !== null && text === localMinute(before)) return before;
	const instant = text === "" ? Number.NaN : new Date(text).getTime();
	return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

/** Explains a typed time that the change of clocks skips or repeats; null where it exists once. */
export function clockWords(text: string, instant: string): string | null {
	const moved = (minutes: number) => localMinute(new Date(Date.parse(instant) + minutes * 60_000).toISOString());
	const typed = localMinute(instant);
	if (new Date(text).getTime() === Date.parse(instant) && !text.startsWith(typed)) {
		return `Clocks go forward then: ${text.slice(11, 16)} does not exist, ${typed.slice(11, 16)} is used.`;
	}
	if ([30, 60].some((minutes) => moved(minutes) === typed)) return "Clocks go back then: this is the first of two.";
	if ([-30, -60].some((minutes) => moved(minutes) === typed)) return "Clocks go back then: this is the second of two.";
	return null;
}

/** The time of day at which campaigns usually begin. */
const MORNING = "06:00";

/** Usual times in the reader's zone, as a field of date and time takes them. */
export function presetTimes(now: Date): { label: string; value: string }[] {
	const inDays = (days: number) => {
		const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
		return `${localDay(day)}T${MORNING}`;
	};
	// From a Monday, the next one is a week away.
	const toMonday = (8 - now.getDay()) % 7 || 7;
	const tomorrow = { label: `Tomorrow ${MORNING}`, value: inDays(1) };
	return toMonday === 1 ? [tomorrow] : [tomorrow, { label: `Monday ${MORNING}`, value: inDays(toMonday) }];
}

type Scheduled = Pick<DeploymentDetail, "schedule">;

/** Whether a deployment is to be activated and deactivated at the same times as before. */
export const samePlan = (now: Scheduled, before: Scheduled): boolean =>
	(["activate_at", "deactivate_at"] as const).every(
		(time) => (now.schedule?.[time] ?? null) === (before.schedule?.[time] ?? null),
	);

export interface PlanProblem {
	field: "activate_at" | "deactivate_at";
	message: string;
}

/** The problem of a plan, and its field; null when it is valid. */
export function scheduleProblem(
	plan: { activate_at: string | null; deactivate_at: string | null },
	{ mayActivate, now }: { mayActivate: boolean; now: number },
): PlanProblem | null {
	const { activate_at, deactivate_at } = plan;
	if (activate_at === null && deactivate_at === null) {
		return { field: mayActivate ? "activate_at" : "deactivate_at", message: "Enter a date and time." };
	}
	if (activate_at !== null && Date.parse(activate_at) <= now) {
		return { field: "activate_at", message: "This time is in the past." };
	}
	if (deactivate_at !== null && Date.parse(deactivate_at) <= now) {
		return { field: "deactivate_at", message: "This time is in the past." };
	}
	if (activate_at !== null && deactivate_at !== null && Date.parse(deactivate_at) <= Date.parse(activate_at)) {
		return { field: "deactivate_at", message: "Deactivation must come after activation." };
	}
	return null;
}

/** The dates that a requester proposed, while the request is undecided. */
export function openProposal({
	status,
	schedule,
	proposed,
}: Pick<DeploymentDetail, "status" | "schedule" | "proposed">): DeploymentDetail["proposed"] {
	return status === "requested" && !schedule?.activate_at ? proposed : null;
}

/** The schedule of a deployment and the expiry of its request, with their times. */
export function plansOf({
	schedule,
	expires_at,
}: Pick<DeploymentDetail, "schedule" | "expires_at">): { words: string; at: string }[] {
	return [
		{ words: "activates", at: schedule?.activate_at ?? null },
		{ words: "deactivates", at: schedule?.deactivate_at ?? null },
		{ words: "expires", at: expires_at },
	].filter((plan): plan is { words: string; at: string } => plan.at !== null);
}
