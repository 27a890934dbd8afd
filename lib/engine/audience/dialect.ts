import type { DeviceId } from "@/lib/formats/device-id";
import type { IndexedCondition } from "./compile-expression";

/** A condition as a row that visits are joined with. */
export interface ConditionRow extends Pick<IndexedCondition, "segment" | "minVisits"> {
	/** The number of its time window. */
	readonly window: number;
	/** The column of its bit, and the bit. */
	readonly word: number;
	readonly mask: bigint;
}

/**
 * The SQL that differs between the engines of evaluations. The rest is the same: an expression is
 * compiled in one place (decision 0028).
 */
export interface Dialect {
	/** A text as a literal. */
	literal(text: string): string;
	/** An unsigned 64-bit literal. */
	word(value: bigint): string;
	/** The bits that a word has in common with a mask. */
	and(word: string, mask: bigint): string;
	/** The bits of all words. */
	or(words: readonly string[]): string;
	/** The bits of all rows of a group. */
	orOfGroup(word: string): string;
	/** Microseconds since 1970 as a time of `seen_at`. */
	time(microseconds: bigint): string;
	/** Whether `device_id` is this one. */
	isDevice(device: DeviceId): string;
	/** A query of `segment, time_window, min_visits, word, mask`. */
	conditions(rows: readonly ConditionRow[]): string;
}

/** The hyphenated form of a UUID's hex digits. */
export const uuidText = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
