import { formatPlural } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { statusWord } from "@/lib/contract/status-terms";
import { isolate } from "@/lib/rules/text/isolate";

/** The known state of a recent activation. */
export interface Outcome {
	state: "loading" | "live" | "not live";
	words: string;
}

type Known = Pick<DeploymentDetail, "status" | "target" | "agents" | "agents_expected" | "actual">;

/**
 * The actual outcome of an activation.
 * @param deployment as the service knows it now; undefined until it has answered
 * @param living online agents of the target before the decision; null where unknown
 * @param seconds until its agents had it, or since the decision
 * @param over whether the wait is over: then the words describe the progress
 */
export function outcomeWords(
	deployment: Known | undefined,
	{ living, seconds, over }: { living: number | null; seconds: number; over: boolean },
): Outcome {
	if (deployment === undefined || deployment.status === "requested") {
		return over
			? { state: "not live", words: "Activated. We don't know yet whether agents have loaded it." }
			: { state: "loading", words: "Waiting for agents to load it…" };
	}
	const { status, target, agents, actual } = deployment;
	if (status !== "activated") return { state: "not live", words: `It has changed since: it is ${statusWord(status)}.` };
	const online = agents.filter(({ silent }) => !silent);
	const loaded = online.filter(({ state }) => state === "loaded").length;
	const failed = online.filter(({ state }) => state === "failed" || state === "refused");
	const of = (count: number) => `${count} of ${formatPlural(agents.length, "agent")}`;
	const offline = agents.length - online.length;
	if (online.length === 0 || actual === "no_agent") {
		const why =
			living === 0 || offline > 0
				? `${isolate(target)} has no agent online`
				: `no online agent of ${isolate(target)} loads its tags`;
		return { state: "not live", words: `Activated, not live: ${why}` };
	}
	if (failed.length > 0) {
		const [first] = failed;
		return {
			state: "not live",
			words: `Not live on ${of(failed.length)}: ${isolate(first?.agent ?? "")} ${first?.state} it${first?.error ? ` (${first.error})` : ""}`,
		};
	}
	if (loaded === online.length) {
		const rest = offline === 0 ? "" : `; ${offline === 1 ? "1 is" : `${offline} are`} offline`;
		return { state: "live", words: `Live on ${of(loaded)} in ${seconds.toFixed(1)} s${rest}` };
	}
	if (over) return { state: "not live", words: `Activated; loaded by ${of(loaded)} so far` };
	return { state: "loading", words: `Loaded by ${of(loaded)}…` };
}

/** The outcome of many: how many are live, and how many are not. */
export function outcomeOfMany(outcomes: readonly Outcome[]): string {
	const count = (state: Outcome["state"]) => outcomes.filter((one) => one.state === state).length;
	const [live, loading, not] = [count("live"), count("loading"), count("not live")];
	return [
		live === 0 ? [] : `${live} live`,
		loading === 0 ? [] : `${loading} loading…`,
		not === 0 ? [] : `${not} not live`,
	]
		.flat()
		.join(" · ");
}
