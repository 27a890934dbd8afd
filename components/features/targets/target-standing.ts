import { formatPlural } from "@/lib/browser/format";
import type { TargetState } from "@/lib/contract/target";

export type TargetTone = "ok" | "loading" | "bad" | "offline" | "idle";

/** How a target stands, for a reader. */
export interface TargetStanding {
	readonly tone: TargetTone;
	/** One or two words: Live, Loading, Not live, Partly live, No deployments. */
	readonly words: string;
	/** Why, with numbers; null where the words say it all. */
	readonly why: string | null;
	/** Whether nothing can become live before an agent is started. */
	readonly needsAgent: boolean;
}

/** Sums a target up: what its agents answer with, problems first. */
export function targetStanding({
	activated,
	agents,
	summary,
}: Pick<TargetState, "activated" | "agents" | "summary">): TargetStanding {
	const online = agents.filter(({ status }) => status !== "silent").length;
	const needsAgent = online === 0;
	if (needsAgent) {
		const why = agents.length === 0 ? "no agent has connected yet" : `${formatPlural(agents.length, "agent")} offline`;
		return activated === 0
			? { tone: "idle", words: "No deployments", why, needsAgent }
			: { tone: "offline", words: "Not live", why, needsAgent };
	}
	const on = `${formatPlural(online, "agent")} online`;
	if (activated === 0) return { tone: "idle", words: "No deployments", why: on, needsAgent };
	const of = formatPlural(activated, "deployment");
	const { loaded, pending, failed } = summary;
	if (failed > 0) {
		const words = loaded === 0 ? "Not live" : "Partly live";
		return { tone: "bad", words, why: `${failed} of ${of} failed to load · ${on}`, needsAgent };
	}
	if (pending > 0) return { tone: "loading", words: "Loading", why: `${loaded} of ${of} loaded · ${on}`, needsAgent };
	return { tone: "ok", words: "Live", why: `${of} · ${on}`, needsAgent };
}
