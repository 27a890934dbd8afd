/** What a snapshot of the database (PostgreSQL's `pg_snapshot`) can see: all transactions below `xmin`, and of those up to `xmax` what is not under way. */
interface Snapshot {
	readonly xmin: bigint;
	readonly xmax: bigint;
	readonly underWay: ReadonlySet<bigint>;
}

/** `xmin:xmax:xip,xip,…`, as PostgreSQL writes it; numbers of at most 18 digits are within its bounds. */
const WRITTEN = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18},)*\d{1,18})?$/;
const LONGEST = 4_000;

/** Reads a snapshot; null for what is none, such as what a client made up. */
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

/** Whether a transaction had been committed when the snapshot was taken. Only for those that are committed now. */
export function couldSee(snapshot: string, transaction: bigint): boolean {
	const parsed = parseSnapshot(snapshot);
	if (parsed === null) throw new Error("PostgreSQL wrote a snapshot in another form.");
	return transaction < parsed.xmin || (transaction < parsed.xmax && !parsed.underWay.has(transaction));
}
