import { parseSnapshot } from "./snapshot";

/**
 * Position of a reader: it knows all changes visible to the snapshot, and those between it and the
 * next one up to a row. Encoded as the `id` of an event, valid in every process.
 */
export interface Position {
	readonly snapshot: string;
	readonly next?: { readonly snapshot: string; readonly upTo: bigint };
}

export function writePosition({ snapshot, next }: Position): string {
	return next === undefined ? snapshot : `${snapshot};${next.snapshot};${next.upTo}`;
}

/** Parses a client's `Last-Event-ID`; null unless it was an event's id. */
export function readPosition(text: string): Position | null {
	const [snapshot = "", second, upTo, ...rest] = text.split(";");
	if (parseSnapshot(snapshot) === null || rest.length > 0) return null;
	if (second === undefined) return { snapshot };
	if (parseSnapshot(second) === null || upTo === undefined || !/^\d{1,18}$/.test(upTo)) return null;
	return { snapshot, next: { snapshot: second, upTo: BigInt(upTo) } };
}
