/** A place in the chain: behind its link `position`, which has this hash. */
export interface Place {
	readonly position: bigint;
	readonly hash: Uint8Array;
}

/** Before the first link. */
export const BEGINNING: Place = { position: 0n, hash: new Uint8Array(32) };

/** As `position:hash`, which the log and exports have, too. */
export const writePlace = ({ position, hash }: Place): string => `${position}:${Buffer.from(hash).toString("hex")}`;

/** The inverse of {@link writePlace}. */
export function readPlace(text: string): Place {
	const [position = "", hash = ""] = text.split(":");
	return { position: BigInt(position), hash: new Uint8Array(Buffer.from(hash, "hex")) };
}

/** Whether two places, or one that may not be there and a place, are the same. */
export const samePlace = (one: Place | undefined, other: Place): boolean =>
	one !== undefined && writePlace(one) === writePlace(other);
