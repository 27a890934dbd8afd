import { parseSnapshot } from "./snapshot";

/**
 * Where a reader of changes is: it knows all that the snapshot could see, and of what came between it and the next one the
 * changes up to a row. That is the `id` of an event, and good in every process of the service.
 */
export interface Position {
	readonly snapshot: string;
	readonly next?: { readonly snapshot: string; readonly upTo: bigint };
}

export function writePosition({ snapshot, next }: Position): string {
	return next === undefined ? snapshot : `${snapshot};${next.snapshot};${next.upTo}`;
}

/** Reads what a client sent as `Last-Event-ID`; null for what no event had as its id. */
export function readPosition(text: string): Position | null {
	const [snapshot = "", second, upTo, ...rest] = text.split(";");
	if (parseSnapshot(snapshot) === null || rest.length > 0) return null;
	if (second === undefined) return { snapshot };
	if (parseSnapshot(second) === null || upTo === undefined || !/^\d{1,18}$/.test(upTo)) return null;
	return { snapshot, next: { snapshot: second, upTo: BigInt(upTo) } };
}
