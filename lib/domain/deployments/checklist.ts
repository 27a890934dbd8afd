import type { ChecklistStep, DeploymentChecklist } from "@/lib/contract/checklist";
import type { AgentState, DeploymentSchedule } from "@/lib/contract/deployment";
import { agentTakes, summariseAgents } from "./agent-states";
import type { DeploymentRecord } from "./load-deployments";

/** An agent of the target, whether it takes the deployment or not. */
export interface TargetAgentTags {
	readonly instanceId: string;
	readonly tags: readonly string[];
	readonly silent: boolean;
}

/** What was done last to bring the deployment into its status. */
export interface LastDecision {
	readonly at: Date;
	readonly by: string;
	/** Whether it was deactivated because another build took its place. */
	readonly replaced: boolean;
}

/** All that the checklist is made of. */
export interface ChecklistFacts {
	readonly record: DeploymentRecord;
	/** Null for a request that waits. */
	readonly decision: LastDecision | null;
	readonly schedule: DeploymentSchedule | null;
	readonly targetAgents: readonly TargetAgentTags[];
	/** Whether the caller administers the target: what its agents ask for is nobody else's to know. */
	readonly administers: boolean;
	/** What the agents say that take it; of a deployment that is not activated, those that still have it. */
	readonly reports: readonly AgentState[];
}

type Step = Omit<ChecklistStep, "step">;

const minute = (timestamp: string) => `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const step = (told: Pick<Step, "state" | "message"> & Partial<Step>): Step => ({
	at: null,
	by: null,
	next: null,
	agents: [],
	...told,
});

/**
 * The way from the build to answers of the agents, step by step (design.md section 9): what is so, what comes next, and who can do
 * it. Of agents it says what they reported, and nothing of those that are silent.
 */
export function checklistOf(facts: ChecklistFacts): DeploymentChecklist {
	const { record, reports } = facts;
	const steps = [
		{ step: "built" as const, ...built(record) },
		{ step: "requested" as const, ...requested(record) },
		{ step: "approved" as const, ...approved(facts) },
		{ step: "tagged" as const, ...tagged(facts) },
		{ step: "downloaded" as const, ...downloaded(facts) },
		{ step: "loaded" as const, ...loaded(facts) },
	];
	const { agents_loaded: count, agents_expected: of } = summariseAgents(record.status, reports);
	// What is not needed, as an agent refused the file before it fetched it, explains nothing.
	const first = steps.find(({ state }) => state === "waiting" || state === "failed");
	const live = count > 0;
	const unheard = record.status === "activated" && reports.length > 0 && reports.every(({ silent }) => silent);
	const { name } = record.target;
	const summary = live
		? `It is live on ${name}: loaded on ${count} of ${of} agents${silentWords(reports)}.`
		: unheard
			? `It is not known whether it is live on ${name}: ${unheardOf(reports)}.`
			: `It is not live on ${name}. ${first?.message ?? "No living agent reports it loaded."}`;
	return { deployment_id: record.id, live, summary, steps };
}

function built({ build, buildDate, design }: DeploymentRecord): Step {
	return step({
		state: "done",
		at: buildDate.toISOString(),
		by: build.requestedBy.email,
		message: `The build of '${design.name}' that ${build.requestedBy.email} asked for is completed.`,
	});
}

function requested({ requestedAt, requester, target }: DeploymentRecord): Step {
	return step({
		state: "done",
		at: requestedAt.toISOString(),
		by: requester.email,
		message: `${requester.email} requested it to ${target.name}.`,
	});
}

function approved({ record, decision, schedule }: ChecklistFacts): Step {
	const { target, status, statusReason } = record;
	const decided = { at: decision?.at.toISOString() ?? null, by: decision?.by ?? null };
	const by = decision?.by ?? "someone";
	const reason = statusReason === null ? "" : ` “${statusReason}”`;
	const can = `an administrator of ${target.name}`;
	switch (status) {
		case "activated":
			return step({ ...decided, state: "done", message: `${by} activated it.` });
		case "requested":
			return step({
				state: "waiting",
				message: `It waits for ${can} to decide on it.`,
				next: schedule?.activate_at
					? `${schedule.by} has scheduled its activation for ${minute(schedule.activate_at)}.`
					: `${capital(can)} activates or rejects it; its requester may cancel it.`,
			});
		case "deactivated":
			return step({
				...decided,
				state: "waiting",
				message: `It was deactivated by ${by}${decision?.replaced ? ", when another build took its place" : ""}.`,
				next: schedule?.activate_at
					? `${schedule.by} has scheduled its activation for ${minute(schedule.activate_at)}.`
					: `${capital(can)} can activate it again.`,
			});
		case "rejected":
			return step({
				...decided,
				state: "failed",
				message: `${by} rejected it.${reason}`,
				next: `${capital(can)} can activate it after all, or its build is requested again.`,
			});
		case "cancelled":
			return step({
				...decided,
				state: "failed",
				message:
					statusReason === "expired"
						? "The request waited longer than the target lets requests wait, and expired."
						: `${by} withdrew the request.${reason}`,
				next: "Whoever may see the design can request the build again.",
			});
	}
}

function tagged({ record, targetAgents, administers }: ChecklistFacts): Step {
	const { target, tags } = record;
	if (targetAgents.length === 0) {
		return step({
			state: "waiting",
			message: `No agent of ${target.name} has reported yet.`,
			next: `Whoever runs the servers of ${target.name} starts an agent with a key of the target.`,
		});
	}
	const takers = targetAgents.filter((agent) => agentTakes(agent.tags, tags));
	if (takers.length > 0) {
		const names = takers.map(({ instanceId, silent }) => (silent ? `${instanceId} (silent)` : instanceId)).join(", ");
		const what = tags.length === 0 ? "It carries no tags" : `It carries ${plural(tags.length, "tag")}`;
		return step({ state: "done", message: `${what} and is for ${plural(takers.length, "agent")}: ${names}.` });
	}
	const asked = [...new Set(targetAgents.flatMap((agent) => agent.tags))].sort().join(", ");
	return step({
		state: "waiting",
		message:
			tags.length === 0
				? "It carries no tag, and every agent of the target asks for some."
				: `None of the target's agents asks for ${tags.length === 1 ? "its tag" : "one of its tags"} ${tags.join(", ")}.`,
		next: `An administrator of ${target.name} adds a tag that an agent asks for${administers ? `: ${asked}` : ""}.`,
	});
}

function downloaded(facts: ChecklistFacts): Step {
	const early = beforeAgents(facts, "download");
	if (early !== null) return early;
	const { living, failed, refused, loaded } = sides(facts.reports);
	const fetching = living.filter(({ state }) => state === "downloading");
	const at = latest(living);
	if (refused.length === living.length) {
		return step({
			state: "not_applicable",
			message: "The agents refused the file before they downloaded it.",
			agents: living,
		});
	}
	if (failed.length > 0) {
		return step({
			state: "failed",
			at,
			message: `${namesOf(failed)} could not download or could not load the file: ${failed[0]?.error ?? "no reason was reported"}.`,
			next: "The agent tries again by itself; whoever runs it looks at its log.",
			agents: living,
		});
	}
	const still = living.length - loaded.length - refused.length;
	if (still === 0)
		return step({ state: "done", at, by: namesOf(loaded), message: "The agents have the file.", agents: living });
	return step({
		state: "waiting",
		message:
			fetching.length > 0
				? `${namesOf(fetching)} ${fetching.length === 1 ? "is" : "are"} downloading the file.`
				: `${plural(still, "agent")} ${still === 1 ? "has" : "have"} not begun to download the file.`,
		next: "The agents do it by themselves.",
		agents: living,
	});
}

function loaded(facts: ChecklistFacts): Step {
	const early = beforeAgents(facts, "load");
	if (early !== null) return early;
	const { living, failed, refused, loaded: having } = sides(facts.reports);
	const troubled = [...refused, ...failed];
	const at = latest(having.length > 0 ? having : living);
	const on = `loaded on ${having.length} of ${facts.reports.length} agents`;
	if (troubled.length > 0) {
		const [first] = troubled;
		return step({
			state: "failed",
			at,
			message: `${capital(on)}; ${namesOf(troubled)} ${refused.length > 0 ? "refused" : "failed on"} it: ${first?.error ?? "no reason was reported"}.`,
			next:
				refused.length > 0
					? "Whoever runs the agent gives it more memory, or an administrator deactivates something else."
					: "The agent tries again by itself; whoever runs it looks at its log.",
			agents: facts.reports.slice(),
		});
	}
	if (having.length === living.length) {
		return step({
			state: "done",
			at,
			by: namesOf(having),
			message: `${capital(on)}${silentWords(facts.reports)}.`,
			agents: facts.reports.slice(),
		});
	}
	return step({
		state: "waiting",
		message: `${capital(on)}.`,
		next: "The agents load it by themselves once they have the file.",
		agents: facts.reports.slice(),
	});
}

/** What is to be said of the agents' steps as long as it is not their turn; null once it is. */
function beforeAgents({ record, reports }: ChecklistFacts, verb: "download" | "load"): Step | null {
	const { status, target } = record;
	if (status === "rejected" || status === "cancelled") {
		return step({
			state: "not_applicable",
			message: `Agents ${verb} what is activated only.`,
			agents: reports.slice(),
		});
	}
	if (status !== "activated") {
		const still = reports.length === 0 ? "" : ` ${namesOf(reports)} still ${reports.length === 1 ? "has" : "have"} it.`;
		return step({
			state: "waiting",
			message: `Agents ${verb} it once it is activated.${still}`,
			agents: reports.slice(),
		});
	}
	if (reports.some(({ silent }) => !silent)) return null;
	return step({
		state: "waiting",
		message:
			reports.length === 0
				? `No agent of ${target.name} takes it.`
				: `${unheardOf(reports)}: what is loaded there now is not known.`,
		next:
			reports.length === 0
				? null
				: `Whoever runs the servers of ${target.name} looks after the agent and its connection.`,
		agents: reports.slice(),
	});
}

/** The agents that are heard from, by what they say. */
function sides(reports: readonly AgentState[]) {
	const living = reports.filter(({ silent }) => !silent);
	const saying = (state: AgentState["state"]) => living.filter((report) => report.state === state);
	return { living, failed: saying("failed"), refused: saying("refused"), loaded: saying("loaded") };
}

/** `; 1 is silent`, where some are. */
function silentWords(reports: readonly AgentState[]): string {
	const silent = reports.filter((report) => report.silent).length;
	return silent === 0 ? "" : `; ${silent} ${silent === 1 ? "is" : "are"} silent`;
}

const namesOf = (agents: readonly { readonly agent: string }[]) => agents.map(({ agent }) => agent).join(", ");
const unheardOf = (agents: readonly AgentState[]) =>
	`${namesOf(agents)} ${agents.length === 1 ? "has" : "have"} not been heard from for more than 30 seconds`;
const latest = (agents: readonly AgentState[]) =>
	agents.reduce<string | null>(
		(found, { last_seen_at }) => (found === null || last_seen_at > found ? last_seen_at : found),
		null,
	);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
