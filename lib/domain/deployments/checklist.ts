import type { ChecklistStep, DeploymentChecklist } from "@/lib/contract/checklist";
import type { AgentState, DeploymentSchedule } from "@/lib/contract/deployment";
import {
	type AgentVerb,
	type ChecklistCode,
	type ChecklistFacts,
	checklistSentences,
	liveSentence,
} from "@/lib/contract/sentences/checklist";
import { agentTakes, summariseAgents } from "./agent-states";
import { EXPIRED } from "./expire-requests";
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
export interface ChecklistSubject {
	readonly record: DeploymentRecord;
	/** Null for a request that waits. */
	readonly decision: LastDecision | null;
	readonly schedule: DeploymentSchedule | null;
	readonly targetAgents: readonly TargetAgentTags[];
	/**
	 * Whether the caller administers the target: what its agents ask for is nobody else's to know.
	 */
	readonly administers: boolean;
	/**
	 * What the agents say that take it; of a deployment that is not activated, those that still
	 * have it.
	 */
	readonly reports: readonly AgentState[];
}

type Step = Omit<ChecklistStep, "step">;
type Outcome = Pick<Step, "state"> & Partial<Pick<Step, "at" | "by" | "agents">>;

/** A step: what is so as a code with its facts, which the contract puts into sentences. */
function step<Code extends ChecklistCode>(code: Code, facts: ChecklistFacts[Code], outcome: Outcome): Step {
	return { code, at: null, by: null, agents: [], ...outcome, ...checklistSentences(code, facts) };
}

/**
 * The way from the build to answers of the agents, step by step. Of agents it says what they
 * reported, and nothing of those that are silent.
 */
export function checklistOf(subject: ChecklistSubject): DeploymentChecklist {
	const { record, reports } = subject;
	const steps = [
		{ step: "built" as const, ...built(record) },
		{ step: "requested" as const, ...requested(record) },
		{ step: "approved" as const, ...approved(subject) },
		{ step: "tagged" as const, ...tagged(subject) },
		{ step: "downloaded" as const, ...downloaded(subject) },
		{ step: "loaded" as const, ...loaded(subject) },
	];
	const { agents_loaded: count, agents_expected: of } = summariseAgents(record.status, reports);
	// A step that is not needed, as an agent refused the file before it fetched it, explains
	// nothing.
	const missing = steps.find(({ state }) => state === "waiting" || state === "failed")?.message;
	const unheard = record.status === "activated" && reports.length > 0 && silentOf(reports) === reports.length;
	const summary = liveSentence(
		record.target.name,
		{ count, of, silent: silentOf(reports) },
		unheard ? reports : null,
		missing,
	);
	return { deployment_id: record.id, live: count > 0, summary, steps };
}

function built({ build, buildDate, design }: DeploymentRecord): Step {
	const by = build.requestedBy.email;
	return step("built", { design: design.name, by }, { state: "done", at: buildDate.toISOString(), by });
}

function requested({ requestedAt, requester, target }: DeploymentRecord): Step {
	const by = requester.email;
	return step("requested", { by, target: target.name }, { state: "done", at: requestedAt.toISOString(), by });
}

function approved({ record, decision, schedule }: ChecklistSubject): Step {
	const { status, statusReason: reason } = record;
	const target = record.target.name;
	const decided = { at: decision?.at.toISOString() ?? null, by: decision?.by ?? null };
	const by = decision?.by ?? "someone";
	const scheduled = schedule?.activate_at ? { by: schedule.by ?? "someone", at: schedule.activate_at } : null;
	switch (status) {
		case "activated":
			return step("activated", { by }, { ...decided, state: "done" });
		case "requested":
			return step("undecided", { target, scheduled }, { state: "waiting" });
		case "deactivated": {
			const replaced = decision?.replaced ?? false;
			return step("deactivated", { by, replaced, target, scheduled }, { ...decided, state: "waiting" });
		}
		case "rejected":
			return step("rejected", { by, reason, target }, { ...decided, state: "failed" });
		case "cancelled":
			return reason === EXPIRED
				? step("expired", {}, { ...decided, state: "failed" })
				: step("cancelled", { by, reason }, { ...decided, state: "failed" });
	}
}

function tagged({ record, targetAgents, administers }: ChecklistSubject): Step {
	const { tags } = record;
	const target = record.target.name;
	if (targetAgents.length === 0) return step("no_agent_reported", { target }, { state: "waiting" });
	const takers = targetAgents.filter((agent) => agentTakes(agent.tags, tags));
	if (takers.length > 0) {
		const agents = takers.map(({ instanceId: agent, silent }) => ({ agent, silent }));
		return step("for_agents", { tags: tags.length, agents }, { state: "done" });
	}
	const asked = administers ? [...new Set(targetAgents.flatMap((agent) => agent.tags))].sort() : null;
	return step("for_no_agent", { tags, target, asked }, { state: "waiting" });
}

function downloaded(subject: ChecklistSubject): Step {
	const early = beforeAgents(subject, "download");
	if (early !== null) return early;
	const { living, failed, refused, having } = sides(subject.reports);
	const fetching = living.filter(({ state }) => state === "downloading");
	if (refused.length === living.length) {
		return step("refused_before_download", {}, { state: "not_applicable", agents: living });
	}
	const at = latest(living);
	if (failed.length > 0) {
		return step("download_failed", troubleOf(failed), { state: "failed", at, agents: living });
	}
	const still = living.length - having.length - refused.length;
	if (still === 0) return step("downloaded", {}, { state: "done", at, by: namesOf(having), agents: living });
	const outcome = { state: "waiting", agents: living } as const;
	return fetching.length > 0
		? step("downloading", { agents: fetching }, outcome)
		: step("download_not_begun", { agents: still }, outcome);
}

function loaded(subject: ChecklistSubject): Step {
	const early = beforeAgents(subject, "load");
	if (early !== null) return early;
	const { living, failed, refused, having } = sides(subject.reports);
	const agents = [...subject.reports];
	const at = latest(having.length > 0 ? having : living);
	const count = { count: having.length, of: agents.length };
	if (refused.length + failed.length > 0) {
		const facts = { ...count, ...troubleOf([...refused, ...failed]) };
		return step(refused.length > 0 ? "load_refused" : "load_failed", facts, { state: "failed", at, agents });
	}
	if (having.length < living.length) return step("loading", count, { state: "waiting", agents });
	const facts = { ...count, silent: silentOf(agents) };
	return step("loaded", facts, { state: "done", at, by: namesOf(having), agents });
}

/** What is so with the agents' steps as long as it is not their turn; null once it is. */
function beforeAgents({ record, reports }: ChecklistSubject, verb: AgentVerb): Step | null {
	const { status } = record;
	const target = record.target.name;
	const agents = [...reports];
	if (status === "rejected" || status === "cancelled") {
		return step("not_to_be_activated", { verb }, { state: "not_applicable", agents });
	}
	const outcome = { state: "waiting", agents } as const;
	if (status !== "activated") return step("not_activated", { verb, still: agents }, outcome);
	if (silentOf(agents) < agents.length) return null;
	return agents.length === 0
		? step("taken_by_no_agent", { target }, outcome)
		: step("agents_silent", { agents, target }, outcome);
}

/** The agents that are heard from, by what they say. */
function sides(reports: readonly AgentState[]) {
	const living = reports.filter(({ silent }) => !silent);
	const saying = (state: AgentState["state"]) => living.filter((report) => report.state === state);
	return { living, failed: saying("failed"), refused: saying("refused"), having: saying("loaded") };
}

/** The agents in trouble, with the error of the first. */
const troubleOf = (agents: readonly AgentState[]) => ({ agents, error: agents[0]?.error ?? null });
const silentOf = (reports: readonly AgentState[]) => reports.filter(({ silent }) => silent).length;
const namesOf = (agents: readonly AgentState[]) => agents.map(({ agent }) => agent).join(", ");
const latest = (agents: readonly AgentState[]) =>
	agents.reduce<string | null>(
		(found, { last_seen_at }) => (found === null || last_seen_at > found ? last_seen_at : found),
		null,
	);
