/** A `pg_snapshot`: sees transactions below `xmin`, and finished ones below `xmax`. */
interface Snapshot {
	readonly xmin: bigint;
	readonly xmax: bigint;
	readonly underWay: ReadonlySet<bigint>;
}

/** `xmin:xmax:xip,xip,…` as PostgreSQL writes it; at most 18 digits, which fit its type. */
const WRITTEN = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18},)*\d{1,18})?$/;
const LONGEST = 4_000;

/** Parses a snapshot; null for invalid text, such as a client's invention. */
export function parseSnapshot(text: string): Snapshot | null {
	const [, xmin, xmax, listed = ""] = (text.length <= LONGEST && WRITTEN.exec(text)) || [];
	if (xmin === undefined || xmax === undefined) return null;
	const snapshot = { xmin: BigInt(xmin), xmax: BigInt(xmax) };
	const underWay = listed === "" ? [] : listed.split(",").map(BigInt);
	const sound =
		snapshot.xmin > 0n &&
		snapshot.xmin <= snapshot.xmax &&
		underWay.every((number, place) => {
			const before = underWay[place - 1];
			return number >= snapshot.xmin && number < snapshot.xmax && (before === undefined || before < number);
		});
	return sound ? { ...snapshot, underWay: new Set(underWay) } : null;
}

/** Whether a transaction, committed by now, had been committed at the snapshot. */
export function couldSee(snapshot: string, transaction: bigint): boolean {
	const parsed = parseSnapshot(snapshot);
	if (parsed === null) throw new Error("PostgreSQL gave a snapshot in an unknown format");
	return transaction < parsed.xmin || (transaction < parsed.xmax && !parsed.underWay.has(transaction));
}
