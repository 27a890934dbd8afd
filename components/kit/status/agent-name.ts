const GENERATED_ID = /^([0-9a-f]{8})-[0-9a-f]{4}-/;

/** An agent's name in a list: the first group of a generated id distinguishes it. */
export const agentName = (instanceId: string): string => GENERATED_ID.exec(instanceId)?.[1] ?? instanceId;
