const GENERATED_ID = /^([0-9a-f]{8})-[0-9a-f]{4}-/;

/** An agent's name; one of an earlier version, whose id is generated, goes by the id's first group. */
export function agentName(instanceId: string): string {
	const made = GENERATED_ID.exec(instanceId)?.[1];
	return made === undefined ? instanceId : `Agent ${made}`;
}
