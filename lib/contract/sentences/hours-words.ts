import type { ActivationHours } from "@/lib/contract/activation-window";
import { WEEKDAYS, type Weekday, type WeeklyHours } from "@/lib/rules/opening-hours";

/** Names of the days of the week. */
export const DAY_WORDS: Readonly<Record<Weekday, string>> = {
	mon: "Mon",
	tue: "Tue",
	wed: "Wed",
	thu: "Thu",
	fri: "Fri",
	sat: "Sat",
	sun: "Sun",
};

/** Days in their order, three or more that follow each other as a range: `Mon–Fri, Sun`. */
export function daysWords(days: readonly Weekday[]): string {
	if (days.length === WEEKDAYS.length) return "Every day";
	const runs: Weekday[][] = [];
	for (const [index, day] of WEEKDAYS.entries()) {
		if (!days.includes(day)) continue;
		const before = WEEKDAYS[index - 1];
		const run = runs.at(-1);
		if (run !== undefined && before !== undefined && run.includes(before)) run.push(day);
		else runs.push([day]);
	}
	return runs
		.flatMap((run) => {
			const [first, last] = [run[0], run.at(-1)];
			if (first === undefined || last === undefined) return [];
			return run.length > 2 ? [`${DAY_WORDS[first]}–${DAY_WORDS[last]}`] : run.map((day) => DAY_WORDS[day]);
		})
		.join(", ");
}

/** Hours of some days: `Mon–Fri 08:00–18:00`. */
export const weeklyHoursWords = ({ days, from, to }: WeeklyHours): string => `${daysWords(days)} ${from}–${to}`;

/** The hours of a target: `Mon–Fri 08:00–18:00; Sat 10:00–14:00 Europe/Berlin`. */
export const hoursWords = ({ hours, time_zone }: ActivationHours): string =>
	`${hours.map(weeklyHoursWords).join("; ")} ${time_zone}`;
