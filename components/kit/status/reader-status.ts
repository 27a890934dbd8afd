import type { AgentState, DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import { agentName } from "./agent-name";

/** The one status of a deployment for a reader: whether lookups return it, and if not, why. */
export const READER_STATES = [
	"live",
	"partly_live",
	"loading",
	"not_live",
	"pending",
	"scheduled",
	"unloading",
	"off",
	"rejected",
	"cancelled",
	"expired",
] as const;
export type ReaderState = (typeof READER_STATES)[number];

export interface ReaderStatus {
	state: ReaderState;
	/** Details beside the word, in a few words; null where the word is enough. */
	why: string | null;
	/** The contract's word and the agents behind it: `activated · 2 of 3 agents have loaded it`. */
	behind: string;
	/** One line per agent: its name, state and error. */
	lines: string[];
}

/** A deployment as far as its status goes; lists that name no agents leave `agents` out. */
export type ReadDeployment = Pick<
	DeploymentDetail,
	"status" | "actual" | "agents_expected" | "agents_loaded" | "agents_failed"
> & {
	/** Required, as a scheduled deployment would read as pending without it. */
	readonly schedule: { readonly activate_at: string | null } | null;
} & Partial<Pick<DeploymentDetail, "agents" | "status_reason" | "open_question">>;

const agentsWord = (count: number) => `${count} ${count === 1 ? "agent" : "agents"}`;

function lineOf({ agent, state, error, silent }: AgentState): string {
	return `${isolate(agentName(agent))}: ${silent ? "offline, last reported " : ""}${state}${error === null ? "" : ` (${error})`}`;
}

const LONGEST_CAUSE = 40;

/** Why an agent could not load a file, in a word or a few: the whole is in its line. */
function causeOf(error: string | null): string | null {
	if (error === null || error === "") return null;
	if (/\bmemory\b/i.test(error)) return "memory";
	return error.length > LONGEST_CAUSE ? `${error.slice(0, LONGEST_CAUSE - 1).trimEnd()}…` : error;
}

type Judged = Pick<ReaderStatus, "state" | "why">;

function causes(agents: readonly AgentState[]): string | null {
	const bad = agents.find(({ state, silent }) => !silent && (state === "failed" || state === "refused"));
	return causeOf(bad?.error ?? null);
}

/**
 * Problems come first: one agent that fails matters more to a reader than those that do not. What
 * an offline agent last reported may be outdated, so it counts as a problem too.
 */
function activated(deployment: ReadDeployment): Judged {
	const { actual, agents_expected: all, agents_loaded: loaded, agents_failed: failed, agents = [] } = deployment;
	if (all === 0) return { state: "not_live", why: "no agent loads it" };
	const of = (some: number) => `${some} of ${agentsWord(all)}`;
	switch (actual) {
		case "failed": {
			const cause = causes(agents);
			const told = `failed on ${of(failed)}`;
			const why = cause === null ? told : loaded === 0 ? cause : `${told}: ${cause}`;
			return { state: loaded === 0 ? "not_live" : "partly_live", why };
		}
		case "pending":
			return { state: "loading", why: of(loaded) };
		case "loaded":
			return loaded === all
				? { state: "live", why: null }
				: { state: "partly_live", why: `${of(loaded)}, ${all - loaded} offline` };
		default:
			return { state: "not_live", why: `${agentsWord(all)} offline` };
	}
}

/** Deactivated, replaced or never activated: its agents may still hold the file for a moment. */
function ended(agents: readonly AgentState[], state: ReaderState): Judged {
	const left = holding(agents);
	return left > 0
		? { state: "unloading", why: `still on ${left} of ${agentsWord(agents.length)}` }
		: { state, why: null };
}

const holding = (agents: readonly AgentState[]): number =>
	agents.filter(({ state }) => state === "loaded" || state === "downloading").length;

const askerOf = ({ author, author_person }: NonNullable<DeploymentDetail["open_question"]>) =>
	isolate(author_person.name || author);

function judge(deployment: ReadDeployment): Judged {
	const { status, agents = [], schedule, status_reason: reason, open_question: question } = deployment;
	const planned = (schedule?.activate_at ?? null) !== null;
	switch (status) {
		case "activated":
			return activated(deployment);
		case "requested":
			if (question && !planned) return { state: "pending", why: `question from ${askerOf(question)}` };
			return ended(agents, planned ? "scheduled" : "pending");
		case "deactivated":
			return ended(agents, planned ? "scheduled" : "off");
		case "rejected":
			return ended(agents, "rejected");
		case "cancelled":
			return ended(agents, reason === "expired" ? "expired" : "cancelled");
	}
}

function behindOf({ status, agents = [], agents_expected: all, agents_loaded: loaded }: ReadDeployment): string {
	if (status === "activated") {
		if (all === 0) return "activated · no agent of the target loads it";
		return `activated · ${loaded} of ${agentsWord(all)} ${all === 1 ? "has" : "have"} loaded it`;
	}
	const left = holding(agents);
	return left === 0 ? status : `${status} · ${agentsWord(left)} ${left === 1 ? "has" : "have"} yet to unload it`;
}

/** The status of a deployment for a reader (docs/glossary.md, Statuses on the pages). */
export const readerStatus = (deployment: ReadDeployment): ReaderStatus => ({
	...judge(deployment),
	behind: behindOf(deployment),
	lines: (deployment.agents ?? []).map(lineOf),
});
