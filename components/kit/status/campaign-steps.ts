import { formatCount, formatPlural } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignRow } from "@/lib/contract/design-list";
import { type ReadDeployment, readerStatus } from "./reader-status";

/** The way of a campaign, in its order. */
export type CampaignStepName = "built" | "requested" | "approved" | "loaded" | "answering";

/** `open`: not yet. */
export type StepState = "done" | "now" | "failed" | "open";

export interface CampaignStep {
	readonly name: CampaignStepName;
	readonly state: StepState;
	/** What to say in place of the name: `loaded on 2 of 3 agents`. Null where the name is enough. */
	readonly words: string | null;
}

/** What the agents of an activated deployment have loaded and found. */
export type LiveCounts = Pick<
	DesignRow["live"][number],
	"actual" | "agents_expected" | "agents_loaded" | "agents_failed" | "matches_today"
>;

/** A deployment as far as its steps go. */
export type CampaignDeployment = ReadDeployment & Pick<DeploymentDetail, "daily_matches" | "matches_counted_since">;

/** A design as far as its steps go: a row of the list, or a design with the counts of its deployments. */
export type CampaignDesign = Pick<DesignRow, "status" | "requested_deployments" | "scheduled_deployments"> & {
	/** Whether it has a completed build. */
	readonly built: boolean;
	readonly live: readonly LiveCounts[];
	/** Whether its newest request was rejected, where that is known. */
	readonly rejected?: boolean;
};

const step = (name: CampaignStepName, state: StepState, words: string | null = null): CampaignStep => ({
	name,
	state,
	words,
});
const BUILT = step("built", "done");
const REQUESTED = step("requested", "done");
const APPROVED = step("approved", "done");
const NOT_LOADED = step("loaded", "open");
const NOT_ANSWERING = step("answering", "open");

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** What failed on one agent counts before what others have loaded, as in the status of a deployment. */
function loadedStep(live: readonly LiveCounts[]): CampaignStep {
	const all = sum(live.map(({ agents_expected }) => agents_expected));
	const loaded = sum(live.map(({ agents_loaded }) => agents_loaded));
	const failed = sum(live.map(({ agents_failed }) => agents_failed));
	if (all === 0) return step("loaded", "failed", "no agent loads it");
	const words = `loaded on ${formatCount(loaded)} of ${formatPlural(all, "agent")}`;
	if (failed > 0) return step("loaded", "failed", `${words}, failed on ${formatCount(failed)}`);
	if (loaded === all) return step("loaded", "done", words);
	const moves = loaded > 0 || live.some(({ actual }) => actual === "pending");
	return moves ? step("loaded", "now", words) : step("loaded", "failed", `${words}, offline`);
}

/** Not counted is not zero. */
function answeringStep(live: readonly LiveCounts[]): CampaignStep {
	if (live.every(({ agents_loaded }) => agents_loaded === 0)) return NOT_ANSWERING;
	const counted = live.map(({ matches_today }) => matches_today).filter((matches) => matches !== null);
	if (counted.length === 0) return step("answering", "now", "matches not counted");
	const matches = sum(counted);
	return matches === 0
		? step("answering", "now", "no matches today")
		: step("answering", "done", `${formatPlural(matches, "match", "matches")} today`);
}

const liveSteps = (live: readonly LiveCounts[]) => [loadedStep(live), answeringStep(live)];

/** The counts of an activated deployment, from its row. */
export function liveCounts(deployment: CampaignDeployment): LiveCounts {
	const { actual, agents_expected, agents_loaded, agents_failed, daily_matches, matches_counted_since } = deployment;
	const today = daily_matches.at(-1) ?? 0;
	const matches_today = today === 0 && matches_counted_since === null ? null : today;
	return { actual, agents_expected, agents_loaded, agents_failed, matches_today };
}

/** How far a deployment is: its build is completed and it was requested. */
export function deploymentSteps(deployment: CampaignDeployment): CampaignStep[] {
	const { state, why } = readerStatus(deployment);
	const until = (...rest: CampaignStep[]) => [BUILT, REQUESTED, ...rest];
	switch (state) {
		case "pending":
			return until(step("approved", "now", why ?? "waiting for approval"), NOT_LOADED, NOT_ANSWERING);
		case "scheduled":
			return until(step("approved", "now", "activation scheduled"), NOT_LOADED, NOT_ANSWERING);
		case "rejected":
		case "cancelled":
		case "expired":
			return until(step("approved", "failed", state), NOT_LOADED, NOT_ANSWERING);
		case "off":
			return until(APPROVED, step("loaded", "open", "no longer active"), NOT_ANSWERING);
		case "unloading":
			return until(APPROVED, step("loaded", "now", `no longer active, ${why}`), NOT_ANSWERING);
		default:
			return until(APPROVED, ...liveSteps([liveCounts(deployment)]));
	}
}

function builtStep({ status, built }: CampaignDesign): CampaignStep {
	switch (status) {
		case "requested":
			return step("built", "now", "build queued");
		case "building":
			return step("built", "now", "building");
		case "rejected":
		case "failed":
			return step("built", "failed", `build ${status}`);
		default:
			// What is changed after a build is in design, and that build still stands.
			return built ? BUILT : step("built", "now", "not built yet");
	}
}

/** How far a design is: the farthest of its deployments, with the sums of those that are activated. */
export function designSteps(design: CampaignDesign): CampaignStep[] {
	const { live, requested_deployments: waiting, scheduled_deployments: planned, built, rejected = false } = design;
	const begun = builtStep(design);
	const open = [
		...(waiting === 0 ? [] : [`${formatPlural(waiting, "request")} pending`]),
		...(planned === 0 ? [] : [`${formatCount(planned)} scheduled`]),
	].join(", ");
	if (live.length > 0) {
		const approved = open === "" ? APPROVED : step("approved", "done", `approved, ${open}`);
		return [begun, REQUESTED, approved, ...liveSteps(live)];
	}
	if (open !== "") return [begun, REQUESTED, step("approved", "now", open), NOT_LOADED, NOT_ANSWERING];
	if (rejected) return [begun, REQUESTED, step("approved", "failed", "rejected"), NOT_LOADED, NOT_ANSWERING];
	const requested = step("requested", built ? "now" : "open", built ? "not deployed" : null);
	return [begun, requested, step("approved", "open"), NOT_LOADED, NOT_ANSWERING];
}

/** The steps as one sentence: `Built, requested, approved; loaded on 2 of 3 agents; 1,204 matches today`. */
export function stepsSentence(steps: readonly CampaignStep[]): string {
	const parts: string[] = [];
	let named = false;
	for (const { name, state, words } of steps) {
		if (state === "open" && words === null) continue;
		// Names that say it all stand side by side.
		if (words === null && named) parts[parts.length - 1] += `, ${name}`;
		else parts.push(words ?? name);
		named = words === null;
	}
	const sentence = parts.join("; ");
	return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
