import { type DeploymentStatus, memoryOf } from "@/lib/agent/tracked-deployment";

interface StatusEntry {
	/** Megabytes (millions of bytes). */
	requiredMemory: number;
	/** `OK` while it serves, else its state. */
	state: string;
	error?: string;
	indices: { designName: string; designId: string; targetingCodes: string[]; requester: unknown }[];
}

/** Composes the body of `GET /zz/status` (docs/contract.md, Lookups), by kind and deployment id. */
export function composeStatus(statuses: readonly DeploymentStatus[]): object {
	const proximity: Record<string, StatusEntry> = {};
	const sets: Record<string, StatusEntry> = {};
	for (const status of statuses) {
		const entries = status.deployment.type === "proximity" ? proximity : sets;
		entries[status.deployment.deploymentId] = entryOf(status);
	}
	return { proximity, audience: { sets } };
}

function entryOf({ deployment, state, error, file }: DeploymentStatus): StatusEntry {
	const targetingCodes = file ? file.meta.sets.map((set) => set.targeting_code) : [];
	const { designName, designId, requester } = deployment;
	return {
		requiredMemory: Math.ceil(memoryOf(deployment, file) / 1000) / 1000,
		state: state === "loaded" ? "OK" : state.toUpperCase(),
		...(error === null ? {} : { error }),
		indices: [{ designName, designId, targetingCodes, requester }],
	};
}
