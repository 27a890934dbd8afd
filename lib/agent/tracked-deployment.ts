import type { Deployment } from "@/lib/agent/deployment";
import type { LogFields } from "@/lib/agent/logger";
import { answerRows, type ServedFile } from "@/lib/agent/snapshot";
import type { TargetingFile } from "@/lib/formats/open";

/** How far a deployment has come on this agent, in the words of the report (design.md section 8). */
export type DeploymentState = "pending" | "downloading" | "loaded" | "failed" | "refused";

/** A deployment as the agent's status, report and metrics show it. */
export interface DeploymentStatus {
	deployment: Deployment;
	state: DeploymentState;
	error: string | null;
	/** No longer wanted, but answering until its successor is loaded. */
	retiring: boolean;
	file: TargetingFile | null;
}

/** What the loader keeps of a deployment. */
export interface Tracked {
	deployment: Deployment;
	state: DeploymentState;
	error: string | null;
	served: ServedFile | null;
	/** Failed attempts in a row. */
	failures: number;
	/** Runs until the next attempt after a failure. */
	retry: NodeJS.Timeout | null;
	/** Aborts the download or load under way; null when there is none. */
	running: AbortController | null;
}

/** A deployment that nothing has been done for yet. */
export function track(deployment: Deployment): Tracked {
	return { deployment, state: "pending", error: null, served: null, failures: 0, retry: null, running: null };
}

/** The file with the answers of its deployment. */
export function serve(deployment: Deployment, file: TargetingFile): ServedFile {
	return { deployment, file, rows: answerRows(deployment, file) };
}

/** Ends what is under way for a deployment, and what is planned. */
export function stopWork(tracked: Tracked): void {
	tracked.running?.abort();
	tracked.running = null;
	if (tracked.retry) clearTimeout(tracked.retry);
	tracked.retry = null;
}

/** What every log line about a deployment names. */
export function about({ deployment }: Tracked): LogFields {
	const { deploymentId, designId, size, sha256 } = deployment;
	return { deployment_id: deploymentId, design_id: designId, size, sha256 };
}

/** What the outside sees of a deployment. */
export function statusOf({ deployment, state, error, served }: Tracked, retiring: boolean): DeploymentStatus {
	return { deployment, state, error, retiring, file: served?.file ?? null };
}
