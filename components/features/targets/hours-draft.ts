import type { ActivationHours } from "@/lib/contract/activation-window";
import type { WeeklyHours } from "@/lib/rules/opening-hours";

/** Weekly hours while they are edited: midnight at the end of a day is `00:00`, as fields of time have it. */
export interface HoursDraft extends WeeklyHours {
	readonly key: number;
}

export const NEW_HOURS: WeeklyHours = { days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00" };

/** The problem of the hours; null when they are valid. */
export function hoursProblem({ days, from, to }: WeeklyHours): string | null {
	if (days.length === 0) return "Choose at least one day.";
	if (from === "" || to === "") return "Enter both times.";
	return from === to && to !== "00:00" ? "The two times must differ." : null;
}

/** The hours to save; null for none, which is always. */
export function readHours(drafts: readonly HoursDraft[], time_zone: string): ActivationHours | null {
	if (drafts.length === 0) return null;
	return {
		time_zone,
		hours: drafts.map(({ days, from, to }) => ({ days: [...days], from, to: to === "00:00" ? "24:00" : to })),
	};
}
