import type { AgentState } from "@/lib/contract/deployment";
import { minuteOf, plural } from "./moments";

/** A scheduled activation: its author and time. */
interface Scheduled {
	readonly by: string;
	readonly at: string;
	/** When it runs because the target is closed at that time; null where it does not open within a year. */
	readonly opens?: string | null | undefined;
}
type Agents = readonly Pick<AgentState, "agent">[];
type Trouble = { readonly agents: Agents; readonly error: string | null };
type Loaded = { readonly count: number; readonly of: number };

/** The values that each code's sentences name. */
export interface ChecklistContext {
	built: { readonly design: string; readonly by: string };
	requested: { readonly by: string; readonly target: string };
	activated: { readonly by: string };
	undecided: { readonly target: string; readonly scheduled: Scheduled | null };
	question_open: { readonly by: string; readonly target: string };
	deactivated: {
		readonly by: string;
		readonly replaced: boolean;
		readonly target: string;
		readonly scheduled: Scheduled | null;
	};
	rejected: { readonly by: string; readonly reason: string | null; readonly target: string };
	cancelled: { readonly by: string; readonly reason: string | null };
	expired: Record<never, never>;
	no_agent_reported: { readonly target: string };
	for_agents: {
		readonly tags: number;
		readonly agents: readonly { readonly agent: string; readonly silent: boolean }[];
	};
	/** `asked`: the agents' tags; null if the caller may not see them. */
	for_no_agent: { readonly tags: readonly string[]; readonly target: string; readonly asked: readonly string[] | null };
	not_to_be_activated: { readonly verb: AgentVerb };
	not_activated: { readonly verb: AgentVerb; readonly still: Agents };
	taken_by_no_agent: Record<never, never>;
	agents_silent: { readonly agents: Agents; readonly target: string };
	refused_before_download: Record<never, never>;
	download_failed: Trouble;
	downloaded: Record<never, never>;
	downloading: { readonly agents: Agents };
	download_not_begun: { readonly agents: number };
	load_refused: Loaded & Trouble;
	load_failed: Loaded & Trouble;
	loaded: Loaded & { readonly silent: number };
	loading: Loaded;
}
export type ChecklistCode = keyof ChecklistContext;
export type AgentVerb = "download" | "load";

/** The state, and the next action with its actor. */
type Sentences = readonly [message: string, next: string | null];

const SENTENCES: { readonly [Code in ChecklistCode]: (context: ChecklistContext[Code]) => Sentences } = {
	built: ({ design, by }) => [`The build of '${design}' that ${by} requested is complete.`, null],
	requested: ({ by, target }) => [`${by} requested it for ${target}.`, null],
	activated: ({ by }) => [`${by} activated it.`, null],
	undecided: ({ target, scheduled }) => [
		`It is waiting for an administrator of ${target} to decide.`,
		scheduledOr(scheduled, `An administrator of ${target} activates or rejects it; its requester can cancel it.`),
	],
	question_open: ({ by, target }) => [
		`It is waiting for ${by} to answer a question.`,
		`${by} answers in the conversation; then an administrator of ${target} decides.`,
	],
	deactivated: ({ by, replaced, target, scheduled }) => [
		`It was deactivated by ${by}${replaced ? ", when another build replaced it" : ""}.`,
		scheduledOr(scheduled, `An administrator of ${target} can reactivate it.`),
	],
	rejected: ({ by, reason, target }) => [
		`${by} rejected it.${quoted(reason)}`,
		`An administrator of ${target} can still activate it, or you can request it again.`,
	],
	cancelled: ({ by, reason }) => [`${by} cancelled the request.${quoted(reason)}`, REQUEST_AGAIN],
	expired: () => ["The request expired before it was decided.", REQUEST_AGAIN],
	no_agent_reported: ({ target }) => [
		`No agent of ${target} has reported yet.`,
		`Start an agent on ${target}'s server with one of its keys.`,
	],
	for_agents: ({ tags, agents }) => {
		const names = agents.map(({ agent, silent }) => (silent ? `${agent} (offline)` : agent)).join(", ");
		const what = tags === 0 ? "It has no tags" : `It has ${plural(tags, "tag")}`;
		return [`${what} and matches ${plural(agents.length, "agent")}: ${names}.`, null];
	},
	for_no_agent: ({ tags, target, asked }) => [
		tags.length === 0
			? "It has no tag, and every agent of the target has tags."
			: `None of the target's agents has ${tags.length === 1 ? "its tag" : "one of its tags"} ${tags.join(", ")}.`,
		`An administrator of ${target} can add a tag of an agent${asked === null ? "" : `: ${asked.join(", ")}`}.`,
	],
	not_to_be_activated: ({ verb }) => [`Agents ${verb} only activated deployments.`, null],
	not_activated: ({ verb, still }) => {
		const having = still.length === 0 ? "" : ` ${namesOf(still)} still ${still.length === 1 ? "has" : "have"} it.`;
		return [`Agents ${verb} it once it is activated.${having}`, null];
	},
	taken_by_no_agent: () => ["Waiting for the step above.", null],
	agents_silent: ({ agents, target }) => [
		`${unheardOf(agents)}; it is unknown what is loaded there.`,
		`Check that the agents of ${target} are running and can connect.`,
	],
	refused_before_download: () => ["The agents refused the file before they downloaded it.", null],
	download_failed: ({ agents, error }) => [
		`${namesOf(agents)} could not download or could not load the file: ${error ?? NO_REASON}.`,
		TRIES_AGAIN,
	],
	downloaded: () => ["The agents have the file.", null],
	downloading: ({ agents }) => [
		`${namesOf(agents)} ${agents.length === 1 ? "is" : "are"} downloading the file.`,
		"This happens automatically.",
	],
	download_not_begun: ({ agents }) => [
		`${plural(agents, "agent")} ${agents === 1 ? "has" : "have"} not begun to download the file.`,
		"This happens automatically.",
	],
	load_refused: ({ count, of, agents, error }) => [
		`Loaded on ${count} of ${plural(of, "agent")}; ${namesOf(agents)} refused it: ${error ?? NO_REASON}.`,
		"Give the agent more memory, or deactivate another deployment.",
	],
	load_failed: ({ count, of, agents, error }) => [
		`Loaded on ${count} of ${plural(of, "agent")}; ${namesOf(agents)} failed on it: ${error ?? NO_REASON}.`,
		TRIES_AGAIN,
	],
	loaded: ({ count, of, silent }) => [`Loaded on ${count} of ${plural(of, "agent")}${silentWords(silent)}.`, null],
	loading: ({ count, of }) => [
		`Loaded on ${count} of ${plural(of, "agent")}.`,
		"Agents load the file automatically once they have downloaded it.",
	],
};

const REQUEST_AGAIN = "Anyone who can see the design can request the build again.";
const TRIES_AGAIN = "The agent retries automatically. Check its log.";
const NO_REASON = "no reason was reported";

/** Gives the sentences of a step. */
export function checklistSentences<Code extends ChecklistCode>(
	code: Code,
	context: ChecklistContext[Code],
): { message: string; next: string | null } {
	const [message, next] = SENTENCES[code](context);
	return { message, next };
}

/** Summarizes whether the deployment is live; `missing` describes the first incomplete step. */
export function liveSentence(
	target: string,
	loaded: Loaded & { readonly silent: number },
	unheard: Agents | null,
	missing: string | undefined,
): string {
	const { count, of, silent } = loaded;
	if (count > 0) return `It is live on ${target}: loaded on ${count} of ${plural(of, "agent")}${silentWords(silent)}.`;
	if (unheard !== null) return `We can't tell whether it is live on ${target}: ${unheardOf(unheard)}.`;
	return `It is not live on ${target}. ${missing ?? "No online agent reports it loaded."}`;
}

const scheduledOr = (scheduled: Scheduled | null, otherwise: string) =>
	scheduled === null
		? otherwise
		: `${scheduled.by} has scheduled its activation for ${minuteOf(scheduled.at)}.${waitWords(scheduled.opens)}`;
const waitWords = (opens: string | null | undefined) => {
	if (opens === undefined) return "";
	return opens === null
		? " The target is closed for activations then, and does not open within a year."
		: ` The target is closed for activations then: it waits until ${minuteOf(opens)}.`;
};
const quoted = (reason: string | null) => (reason === null ? "" : ` “${reason}”`);
const namesOf = (agents: Agents) => agents.map(({ agent }) => agent).join(", ");
const unheardOf = (agents: Agents) =>
	`${namesOf(agents)} ${agents.length === 1 ? "has" : "have"} been offline for more than 30 seconds`;
/** `; 1 is offline`, if any is. */
const silentWords = (silent: number) => (silent === 0 ? "" : `; ${silent} ${silent === 1 ? "is" : "are"} offline`);
