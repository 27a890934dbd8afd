import { plansOf } from "@/components/features/deployments/schedule-times";
import { formatExactBytes, formatInstant, formatPrice } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";

/** The schedule and expiry of a request, and the last schedule that failed. */
function scheduleWords(deployment: DeploymentDetail): string {
	const { schedule } = deployment;
	const plans = plansOf(deployment).map(({ words, at }) => `${words} on ${formatInstant(at)}`);
	const by = schedule?.by ? [`scheduled by ${isolate(schedule.by)}`] : [];
	const problem = schedule?.last_problem
		? [`was not ${schedule.last_problem.action}d as scheduled: ${schedule.last_problem.problem}`]
		: [];
	const all = [...plans, ...by, ...problem];
	return all.length === 0 ? "no schedule" : all.join("; ");
}

/** The printed lines of a request: label and text. */
export function printedLines(deployment: DeploymentDetail): (readonly [name: string, words: string])[] {
	const { id, requester, requester_org_name, requested_at, message, build_reason, target, replaces } = deployment;
	return [
		["Requested by", `${isolate(requester)}, ${isolate(requester_org_name)}, on ${formatInstant(requested_at)}`],
		["For", `${isolate(target)}${deployment.tags === "" ? "" : `, tags ${deployment.tags.split(",").join(", ")}`}`],
		["Message", message ?? "none"],
		["Reason for the build", build_reason],
		["Schedule", scheduleWords(deployment)],
		[
			"File",
			`${formatExactBytes(deployment.filesize)}, ${replaces === null ? "replaces nothing" : `replaces ${formatExactBytes(replaces.filesize)}`}; price (CPM) ${formatPrice(deployment.price_cpm)}`,
		],
		[
			"Sets",
			deployment.sets
				.map(({ set_name, targeting_code }) => `${isolate(set_name)} (${isolate(targeting_code)})`)
				.join(", "),
		],
		["Deployment", id],
		["Decision", "☐ activate   ☐ reject, reason:"],
	];
}
