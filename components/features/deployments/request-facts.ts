import { formatAge, formatDate, formatPeriod, formatUntil, formatZoned, type Now } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationWarning } from "@/lib/contract/preview";
import { opensWords } from "./closed-words";
import { openProposal } from "./schedule-times";

/** From this growth on, a file's size is mentioned in the list. */
const MUCH_LARGER = 1.5;
/** Requests that expire within this time say so first (milliseconds). */
const SOON = 24 * 3_600_000;

/** `2.3×`, or null where there is nothing to compare with. */
export function sizeRatio({ filesize, replaces }: Pick<DeploymentDetail, "filesize" | "replaces">): number | null {
	return replaces === null || replaces.filesize === 0 ? null : filesize / replaces.filesize;
}

/** `2.3× larger` for a file that grew enough to mention it; otherwise null. */
export function largerWords(deployment: Pick<DeploymentDetail, "filesize" | "replaces">): string | null {
	const ratio = sizeRatio(deployment);
	return ratio !== null && ratio >= MUCH_LARGER ? `${ratio.toFixed(1)}× larger` : null;
}

/** Warnings in few words, the gravest first. The row says the others otherwise, or its panel does. */
const RISKS: Partial<Record<ActivationWarning["code"], string>> = {
	exceeds_memory: "over memory",
	sensitive_places: "sensitive places",
	outside_window: "outside the window",
	no_living_agent: "no agent online",
	not_tagged_for_agents: "no agent loads its tags",
	silent_agents: "some agents offline",
	newer_request: "newer request pending",
	superseded: "newer build exists",
	places_not_compared: "places not compared yet",
};
const RISK_CODES = Object.keys(RISKS) as ActivationWarning["code"][];

/** The gravity of what a request is warned of: the gravest has the least. */
export function riskOf(deployment: DeploymentDetail, warnings: readonly ActivationWarning[]): number {
	const known = warnings.map(({ code }) => RISK_CODES.indexOf(code)).filter((rank) => rank >= 0);
	if (known.length > 0) return Math.min(...known);
	return RISK_CODES.length + (warnings.length > 0 || largerWords(deployment) !== null ? 0 : 1);
}

export interface RequestLineOptions {
	warnings: readonly ActivationWarning[];
	/** Whether all requests beside it are of one organization, which is not named then. */
	sameOrganization: boolean;
}

/** A request in a list: its warnings, and then where it goes and what it is. */
export function requestLine(
	deployment: DeploymentDetail,
	now: Now,
	{ warnings: known, sameOrganization }: RequestLineOptions,
): { warning: string | null; rest: string } {
	const { replaces, new_build, requester_org_name, type, target, message, schedule, expires_at, permissions } =
		deployment;
	const isWarned = (code: ActivationWarning["code"]) => known.some((warning) => warning.code === code);
	const larger = largerWords(deployment) ?? (isWarned("abnormally_large") ? "larger than before" : null);
	const warnings = RISK_CODES.filter(isWarned).map((code) => RISKS[code] ?? "");
	if (schedule?.last_problem) warnings.push(`was not ${schedule.last_problem.action}d as scheduled`);
	if (expires_at !== null && now !== null && Date.parse(expires_at) - now < SOON)
		warnings.push(`expires in ${formatUntil(expires_at, now)}`);
	if (!permissions.activate_own) warnings.push("your request: someone else must approve");
	if (larger !== null) warnings.push(larger);
	const proposed = openProposal(deployment);
	const parts = [
		target,
		sameOrganization ? null : requester_org_name,
		schedule?.activate_at ? `activates ${formatZoned(schedule.activate_at, now)}` : null,
		proposed === null ? null : `proposed ${formatPeriod(proposed, now)}`,
		schedule?.waits_for_window ? `waits for the window, ${opensWords(schedule, now)}` : null,
		replaces !== null ? `replaces build of ${formatDate(replaces.build_date, now)}` : new_build ? "first build" : type,
		message === null ? null : `“${message}”`,
	].filter((part) => part !== null);
	return { warning: warnings.length === 0 ? null : warnings.join(" · "), rest: parts.join(" · ") };
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
