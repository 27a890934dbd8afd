const MADE_UP = /^([0-9a-f]{8})-[0-9a-f]{4}-/;

/**
 * An agent in a list of several: the ids that agents make up for themselves are told apart by their
 * first group.
 */
export const agentName = (instanceId: string): string => MADE_UP.exec(instanceId)?.[1] ?? instanceId;
