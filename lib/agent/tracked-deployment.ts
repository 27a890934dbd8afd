import type { MatchCounter } from "@/lib/agent/count-match";
import type { Deployment } from "@/lib/agent/deployment";
import type { LoadedFile } from "@/lib/agent/file-job";
import type { LogFields } from "@/lib/agent/logger";
import { totalOf } from "@/lib/agent/match-counts";
import type { Candidate } from "@/lib/agent/plan-memory";
import { answerRows, type ServedFile } from "@/lib/agent/snapshot";
import type { TargetingFile } from "@/lib/formats/open";
import { plannedMemory } from "@/lib/formats/planned-memory";

/** State of a deployment on this agent, as reported (docs/contract.md, Agent API). */
export type DeploymentState = "pending" | "downloading" | "loaded" | "failed" | "refused";

/** A deployment in status, report and metrics. */
export interface DeploymentStatus {
	deployment: Deployment;
	state: DeploymentState;
	error: string | null;
	/** No longer desired, but serving until its successor is loaded. */
	retiring: boolean;
	file: TargetingFile | null;
	/** Lookups that it matched since the agent tracks it. */
	matches: number;
}

/** The loader's record of a deployment. */
export interface Tracked {
	deployment: Deployment;
	state: DeploymentState;
	error: string | null;
	served: ServedFile | null;
	/** Of each thread. */
	matches: readonly MatchCounter[];
	failures: number;
	/** Timer of the next attempt after a failure. */
	retry: NodeJS.Timeout | null;
	/** Aborts the running download or load; null when idle. */
	running: AbortController | null;
}

/** A deployment without any work done. */
export function track(deployment: Deployment, matches: readonly MatchCounter[]): Tracked {
	return { deployment, state: "pending", error: null, served: null, matches, failures: 0, retry: null, running: null };
}

/** The file with the rows and the counter of its deployment. */
export function serve({ deployment, matches }: Tracked, { file, verified }: LoadedFile): ServedFile {
	return { deployment, file, verified, rows: answerRows(deployment, file), matches };
}

/** Bytes of a deployment in memory: exact once its file is loaded. */
export const memoryOf = ({ type, size }: Deployment, file: TargetingFile | null) =>
	file?.sharedBytes ?? plannedMemory(type, size);

/** The deployment as the planning of memory needs it. */
export function candidateOf({ deployment, served }: Tracked): Candidate {
	return { sha256: deployment.sha256, size: memoryOf(deployment, served?.file ?? null) };
}

/** Ends running and scheduled work of a deployment. */
export function stopWork(tracked: Tracked): void {
	tracked.running?.abort();
	tracked.running = null;
	if (tracked.retry) clearTimeout(tracked.retry);
	tracked.retry = null;
}

/** Log fields that identify a deployment. */
export function about({ deployment }: Tracked): LogFields {
	const { deploymentId, designId, size, sha256 } = deployment;
	return { deployment_id: deploymentId, design_id: designId, size, sha256 };
}

/** The public status of a deployment. */
export function statusOf({ deployment, state, error, served, matches }: Tracked, retiring: boolean): DeploymentStatus {
	return { deployment, state, error, retiring, file: served?.file ?? null, matches: totalOf(matches) };
}
