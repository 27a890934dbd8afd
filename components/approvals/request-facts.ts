import { formatAge, formatDate } from "@/lib/client/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";

/** From this many times the size of what it replaces on, a file is worth a warning. */
const MUCH_LARGER = 1.5;
const MUCH_SMALLER = 0.5;

/** `2.3×`, or null where there is nothing to compare with. */
export function sizeRatio({ filesize, replaces }: DeploymentDetail): number | null {
	return replaces === null || replaces.filesize === 0 ? null : filesize / replaces.filesize;
}

export const isMuchLarger = (deployment: DeploymentDetail) => (sizeRatio(deployment) ?? 1) >= MUCH_LARGER;

/** What is special about a request, in one line of a list. */
export function requestLine(deployment: DeploymentDetail, now: number): { warning: string | null; rest: string } {
	const { replaces, new_build, requester, type, target, message } = deployment;
	if (replaces !== null && isMuchLarger(deployment)) {
		return {
			warning: `${(sizeRatio(deployment) ?? 1).toFixed(1)}× larger`,
			rest: ` than the build of ${formatDate(replaces.build_date, now)} on ${target}`,
		};
	}
	const parts = [
		replaces !== null ? `replaces build of ${formatDate(replaces.build_date, now)}` : new_build ? "first build" : type,
		target,
		requester,
		message === null ? null : `“${message}”`,
	];
	return { warning: null, rest: parts.filter((part) => part !== null).join(" · ") };
}

/** What a person should not miss before deciding, in sentences. */
export function requestWarnings(deployment: DeploymentDetail): string[] {
	const { replaces, agents, target, build_date } = deployment;
	const ratio = sizeRatio(deployment);
	const warnings: string[] = [];
	if (ratio !== null && ratio >= MUCH_LARGER) {
		warnings.push(`The file is ${ratio.toFixed(1)} times as large as the one it replaces.`);
	} else if (ratio !== null && ratio <= MUCH_SMALLER) {
		warnings.push(`The file has shrunk to ${Math.round(ratio * 100)} % of the one it replaces.`);
	}
	if (replaces !== null && replaces.build_date > build_date) {
		warnings.push("The build is older than the one that is active now.");
	}
	const silent = agents.filter((agent) => agent.silent).length;
	if (silent > 0 && silent === agents.length) {
		warnings.push(`No agent of ${target} is reporting: after activation nothing would load the file for now.`);
	}
	return warnings;
}

/** Age of one build against another: `19 d newer`. */
export function ageDifference(date: string, than: string): string {
	const [a, b] = [Date.parse(date), Date.parse(than)];
	if (Math.abs(a - b) < 60_000) return "same age";
	const age = formatAge(new Date(Math.min(a, b)).toISOString(), Math.max(a, b));
	const words =
		age === "yesterday" ? "1 d" : /^\d+ (min|h|d)$/.test(age) ? age : `${Math.round(Math.abs(a - b) / 86_400_000)} d`;
	return `${words} ${a > b ? "newer" : "older"}`;
}
