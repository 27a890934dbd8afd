import type { ChecklistStep, DeploymentChecklist } from "@/lib/contract/checklist";
import type { AgentState, DeploymentSchedule } from "@/lib/contract/deployment";
import type { PersonRef } from "@/lib/contract/person-ref";
import {
	type AgentVerb,
	type ChecklistCode,
	type ChecklistContext,
	checklistSentences,
	liveSentence,
} from "@/lib/contract/sentences/checklist";
import { nameOf } from "@/lib/contract/sentences/name-of";
import { EXPIRED } from "@/lib/domain/deployments/expire-requests";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { agentTakes, summarizeAgents } from "@/lib/domain/targets/agent-states";

/** An agent of the target, whether or not it loads the deployment. */
export interface TargetAgentTags {
	readonly instanceId: string;
	readonly tags: readonly string[];
	readonly silent: boolean;
}

/** The transition that brought the deployment into its status. */
export interface LastDecision {
	readonly at: Date;
	/** Null where the service acted. */
	readonly by: string | null;
	/** Null also where a rule acted. */
	readonly person: PersonRef | null;
	/** Whether it was deactivated because another build replaced it. */
	readonly replaced: boolean;
}

/** The input of the checklist. */
export interface ChecklistSubject {
	readonly record: DeploymentRecord;
	/** Null for a pending request. */
	readonly decision: LastDecision | null;
	readonly schedule: DeploymentSchedule | null;
	/** Requester and builder, by their ids. */
	readonly people: ReadonlyMap<string, PersonRef>;
	readonly targetAgents: readonly TargetAgentTags[];
	/** Whether the caller administers the target; other callers must not learn the agents' tags. */
	readonly administers: boolean;
	/**
	 * The states of the agents that should load it; of a deployment that is not activated, those of
	 * the agents that still have it.
	 */
	readonly reports: readonly AgentState[];
}

type Step = Omit<ChecklistStep, "step">;
type Outcome = Pick<Step, "state"> & Partial<Pick<Step, "at" | "by" | "by_person" | "agents">>;

/** A step as a code with attributes, which the contract turns into sentences. */
function step<Code extends ChecklistCode>(code: Code, attributes: ChecklistContext[Code], outcome: Outcome): Step {
	return { code, at: null, by: null, by_person: null, agents: [], ...outcome, ...checklistSentences(code, attributes) };
}

/**
 * Lists the steps from the build to the agents' answers. It repeats what agents reported and claims
 * nothing about silent ones.
 */
export function checklistOf(subject: ChecklistSubject): DeploymentChecklist {
	const { record, reports } = subject;
	const steps = [
		{ step: "built" as const, ...built(subject) },
		{ step: "requested" as const, ...requested(subject) },
		{ step: "approved" as const, ...approved(subject) },
		{ step: "tagged" as const, ...tagged(subject) },
		{ step: "downloaded" as const, ...downloaded(subject) },
		{ step: "loaded" as const, ...loaded(subject) },
	];
	const { agents_loaded: count, agents_expected: of } = summarizeAgents(record.status, reports);
	// A step that does not apply, as when an agent refused the file before the download, explains
	// nothing.
	const missing = steps.find(({ state }) => state === "waiting" || state === "failed")?.message;
	const allSilent = record.status === "activated" && reports.length > 0 && silentOf(reports) === reports.length;
	const summary = liveSentence(
		record.target.name,
		{ count, of, silent: silentOf(reports) },
		allSilent ? reports : null,
		missing,
	);
	return { deployment_id: record.id, live: count > 0, summary, steps };
}

function built({ record, people }: ChecklistSubject): Step {
	const { build, build_date: buildDate, design } = record;
	const by = build.requestedBy.email;
	const by_person = people.get(build.requested_by_id) ?? null;
	const done = { state: "done", at: buildDate.toISOString(), by, by_person } as const;
	return step("built", { design: design.name, by: nameOf(by_person, by) }, done);
}

function requested({ record, people }: ChecklistSubject): Step {
	const { requested_at: requestedAt, requester, requester_id: requesterId, target } = record;
	const by = requester.email;
	const by_person = people.get(requesterId) ?? null;
	const done = { state: "done", at: requestedAt.toISOString(), by, by_person } as const;
	return step("requested", { by: nameOf(by_person, by), target: target.name }, done);
}

function approved({ record, decision, schedule, people }: ChecklistSubject): Step {
	const { status, status_reason: reason } = record;
	const target = record.target.name;
	const { by: decider = null, person = null } = decision ?? {};
	const decided = { at: decision?.at.toISOString() ?? null, by: decider, by_person: person };
	const by = nameOf(person, decider ?? "the service");
	const scheduled = scheduledOf(schedule);
	switch (status) {
		case "activated":
			return step("activated", { by }, { ...decided, state: "done" });
		case "requested":
			if (record.open_question_id !== null && scheduled === null) {
				const asked = nameOf(people.get(record.requester_id), record.requester.email);
				return step("question_open", { by: asked, target }, { state: "waiting" });
			}
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

function scheduledOf(schedule: DeploymentSchedule | null) {
	if (!schedule?.activate_at) return null;
	const opens = schedule.waits_for_window ? schedule.opens_at : undefined;
	return { by: nameOf(schedule.by_person, schedule.by ?? "someone"), at: schedule.activate_at, opens };
}

function tagged({ record, targetAgents, administers }: ChecklistSubject): Step {
	const { tags } = record;
	const target = record.target.name;
	if (targetAgents.length === 0) return step("no_agent_reported", { target }, { state: "waiting" });
	const matching = targetAgents.filter((agent) => agentTakes(agent.tags, tags));
	if (matching.length > 0) {
		const agents = matching.map(({ instanceId: agent, silent }) => ({ agent, silent }));
		return step("for_agents", { tags: tags.length, agents }, { state: "done" });
	}
	const agentTags = administers ? [...new Set(targetAgents.flatMap((agent) => agent.tags))].sort() : null;
	return step("for_no_agent", { tags, target, asked: agentTags }, { state: "waiting" });
}

function downloaded(subject: ChecklistSubject): Step {
	const early = beforeAgents(subject, "download");
	if (early !== null) return early;
	const { responsive, failed, refused, holders } = groupByState(subject.reports);
	const fetching = responsive.filter(({ state }) => state === "downloading");
	if (refused.length === responsive.length) {
		return step("refused_before_download", {}, { state: "not_applicable", agents: responsive });
	}
	const at = latest(responsive);
	if (failed.length > 0) {
		return step("download_failed", failureOf(failed), { state: "failed", at, agents: responsive });
	}
	const still = responsive.length - holders.length - refused.length;
	if (still === 0) return step("downloaded", {}, { state: "done", at, by: namesOf(holders), agents: responsive });
	const outcome = { state: "waiting", agents: responsive } as const;
	return fetching.length > 0
		? step("downloading", { agents: fetching }, outcome)
		: step("download_not_begun", { agents: still }, outcome);
}

function loaded(subject: ChecklistSubject): Step {
	const early = beforeAgents(subject, "load");
	if (early !== null) return early;
	const { responsive, failed, refused, holders } = groupByState(subject.reports);
	const agents = [...subject.reports];
	const at = latest(holders.length > 0 ? holders : responsive);
	const count = { count: holders.length, of: agents.length };
	if (refused.length + failed.length > 0) {
		const attributes = { ...count, ...failureOf([...refused, ...failed]) };
		return step(refused.length > 0 ? "load_refused" : "load_failed", attributes, { state: "failed", at, agents });
	}
	if (holders.length < responsive.length) return step("loading", count, { state: "waiting", agents });
	const attributes = { ...count, silent: silentOf(agents) };
	return step("loaded", attributes, { state: "done", at, by: namesOf(holders), agents });
}

/** The agents' step while the deployment is not theirs to load yet; null once it is. */
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
		? step("taken_by_no_agent", {}, outcome)
		: step("agents_silent", { agents, target }, outcome);
}

/** The agents that are not silent, grouped by state. */
function groupByState(reports: readonly AgentState[]) {
	const responsive = reports.filter(({ silent }) => !silent);
	const inState = (state: AgentState["state"]) => responsive.filter((report) => report.state === state);
	return { responsive, failed: inState("failed"), refused: inState("refused"), holders: inState("loaded") };
}

/** The failing agents with the first one's error. */
const failureOf = (agents: readonly AgentState[]) => ({ agents, error: agents[0]?.error ?? null });
const silentOf = (reports: readonly AgentState[]) => reports.filter(({ silent }) => silent).length;
const namesOf = (agents: readonly AgentState[]) => agents.map(({ agent }) => agent).join(", ");
const latest = (agents: readonly AgentState[]) =>
	agents.reduce<string | null>(
		(found, { last_seen_at }) => (found === null || last_seen_at > found ? last_seen_at : found),
		null,
	);
