/** A file of the service. */
export interface RemoteFile {
	size: number;
	/** Lower-case hexadecimal SHA-256. */
	sha256: string;
	filePath: string;
}

/** The list of opt-outs (docs/contract.md, Opt-outs). */
export interface OptOutFile extends RemoteFile {
	revision: number;
}

/** An activated deployment of the agent's target (docs/contract.md, Agent API). */
export interface Deployment extends RemoteFile {
	deploymentId: string;
	buildId: string;
	type: "proximity" | "audience";
	designId: string;
	designName: string;
	tags: readonly string[];
	/** The requester as received, shown in `/zz/status`. */
	requester: unknown;
	/** The trace of the change by which the service listed it; absent without tracing there. */
	traceparent?: string | undefined;
}

/** A row of the service's list that this agent cannot use. */
export interface UnusableDeployment {
	deploymentId: string;
	digest: string;
	reason: string;
}

/** The deployments that the service wants loaded, in its order. */
export interface DesiredState {
	deployments: readonly Deployment[];
	unusable: readonly UnusableDeployment[];
	/** Null without opt-outs. */
	optOuts: OptOutFile | null;
	/** When the service was restored, until its list is confirmed: the one from before goes on applying. */
	optOutsUnconfirmedSince: string | null;
}

/**
 * Parses the body of `GET /api/agent/deployments`. An invalid row becomes an entry of `unusable`,
 * so that it is reported and does not affect others.
 * @throws when the envelope or the list of opt-outs is invalid, or a row lacks its deployment id
 */
export function parseDesiredState(body: unknown): DesiredState {
	const response = isRecord(body) ? body.response : undefined;
	const rows = isRecord(response) ? response.data : undefined;
	if (!Array.isArray(rows)) throw new Error("the service answered without a list of deployments");
	const deployments: Deployment[] = [];
	const unusable: UnusableDeployment[] = [];
	for (const row of rows) {
		if (!isRecord(row) || typeof row.deployment_id !== "string" || row.deployment_id === "")
			throw new Error("the service listed a deployment without deployment_id");
		const parsed = parseDeployment(row, row.deployment_id);
		if ("reason" in parsed) unusable.push(parsed);
		else deployments.push(parsed);
	}
	const { opt_outs, opt_outs_unconfirmed_since: since } = isRecord(response) ? response : {};
	return {
		deployments,
		unusable,
		optOuts: parseOptOuts(opt_outs),
		optOutsUnconfirmedSince: typeof since === "string" ? since : null,
	};
}

/** The lists of opt-outs that an earlier run kept. @throws for one that is not usable */
export const parseKeptOptOuts = (value: unknown): OptOutFile[] =>
	Array.isArray(value) ? value.flatMap((each) => parseOptOuts(each) ?? []) : [];

function parseOptOuts(value: unknown): OptOutFile | null {
	if (value === null) return null;
	const file = isRecord(value) ? parseFile(value) : "description";
	const revision = isRecord(value) ? value.revision : undefined;
	if (typeof file === "string" || typeof revision !== "number")
		throw new Error(
			`the service named a list of opt-outs with an unusable ${typeof file === "string" ? file : "revision"}`,
		);
	return { ...file, revision };
}

/** A row of the kept lists, as {@link parseKeptOptOuts} reads it. */
export const describeOptOuts = ({ revision, sha256, size, filePath }: OptOutFile) => ({
	...{ revision, digest: `sha256:${sha256}`, size },
	file_url: filePath,
});

/** The file of a row, or the name of its unusable field. */
function parseFile(row: Record<string, unknown>): RemoteFile | string {
	const sha256 = /^sha256:([0-9a-f]{64})$/i.exec(text(row.digest))?.[1]?.toLowerCase();
	if (sha256 === undefined) return "digest";
	if (typeof row.size !== "number" || !Number.isSafeInteger(row.size) || row.size <= 0) return "size";
	// A path only: the agent key must never be sent to another host.
	if (typeof row.file_url !== "string" || !/^\/(?!\/)[\x21-\x7e]*$/.test(row.file_url)) return "file_url";
	return { sha256, size: row.size, filePath: row.file_url };
}

function parseDeployment(row: Record<string, unknown>, deploymentId: string): Deployment | UnusableDeployment {
	const file = parseFile(row);
	const unusable = (field: string) => ({
		deploymentId,
		digest: text(row.digest),
		reason: `the service listed this deployment with an unusable ${field}`,
	});
	if (typeof file === "string") return unusable(file);
	if (row.type !== "proximity" && row.type !== "audience") return unusable("type");
	return {
		deploymentId,
		buildId: text(row.build_id),
		type: row.type,
		designId: text(row.design_id),
		designName: text(row.design_name),
		tags: Array.isArray(row.tags) ? row.tags.filter((tag): tag is string => typeof tag === "string") : [],
		...file,
		requester: row.requester ?? null,
	};
}

/**
 * Whether an agent with these tags, or none, loads the deployment (docs/contract.md, Agent API).
 */
export function carriesOneOf(deployment: Deployment, tags: readonly string[]): boolean {
	return tags.length === 0 || deployment.tags.some((tag) => tags.includes(tag));
}

function text(value: unknown): string {
	return typeof value === "string" ? value : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
