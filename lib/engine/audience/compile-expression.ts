import type { AudienceCondition, AudienceExpression } from "@/lib/contract/audience";
import type { Dialect } from "./dialect";

/**
 * Compiles audience expressions to SQL (formats.md, "Evaluating audiences"). Each distinct
 * condition of a design gets a bit in the device's row, columns `c0`, `c1`, … of 64 bits, so that
 * it is evaluated once, however many sets use it.
 */

/** Bits per column. */
export const WORD_BITS = 64;

/** A condition with defaults applied; its bit is set for devices that meet it. */
export interface IndexedCondition {
	segment: string;
	minVisits: number;
	/** null: any time */
	withinDays: number | null;
	bit: number;
}

/** Assigns bits; equal conditions share one. */
export class ConditionIndex {
	readonly conditions: IndexedCondition[] = [];
	readonly #bits = new Map<string, number>();

	/** The bit of a condition. */
	bitOf({ segment, min_visits: minVisits = 1, within_days: withinDays }: AudienceCondition): number {
		const key = JSON.stringify([segment, minVisits, withinDays ?? null]);
		const known = this.#bits.get(key);
		if (known !== undefined) return known;
		const bit = this.conditions.length;
		this.#bits.set(key, bit);
		this.conditions.push({ segment, minVisits, withinDays: withinDays ?? null, bit });
		return bit;
	}

	/** Number of columns needed. */
	get words(): number {
		return Math.ceil(this.conditions.length / WORD_BITS);
	}
}

/** The column of a bit, and its mask. */
export function bitColumn(bit: number, prefix: string): { column: string; mask: bigint } {
	return { column: `${prefix}${Math.floor(bit / WORD_BITS)}`, mask: 1n << BigInt(bit % WORD_BITS) };
}

/**
 * Compiles an expression to an SQL boolean over the columns `c0`, `c1`, …; adds new conditions to
 * `index`. The contract has checked AUDIENCE_LIMITS (depth 20).
 */
export function compileExpression(expression: AudienceExpression, index: ConditionIndex, dialect: Dialect): string {
	if ("all" in expression) return compileGroup(expression.all, index, "AND", dialect);
	if ("any" in expression) return compileGroup(expression.any, index, "OR", dialect);
	if ("not" in expression) return `NOT ${compileExpression(expression.not, index, dialect)}`;
	const { column, mask } = bitColumn(index.bitOf(expression), "c");
	return `(${dialect.and(column, mask)} <> 0)`;
}

/** Direct conditions of a group are compared at once, per column. */
function compileGroup(
	members: readonly AudienceExpression[],
	index: ConditionIndex,
	operator: "AND" | "OR",
	dialect: Dialect,
): string {
	const masks = new Map<string, bigint>();
	const terms: string[] = [];
	for (const member of members) {
		if ("segment" in member) {
			const { column, mask } = bitColumn(index.bitOf(member), "c");
			masks.set(column, (masks.get(column) ?? 0n) | mask);
		} else terms.push(compileExpression(member, index, dialect));
	}
	for (const [column, mask] of masks) {
		terms.push(`(${dialect.and(column, mask)} ${operator === "AND" ? `= ${dialect.word(mask)}` : "<> 0"})`);
	}
	return `(${terms.join(` ${operator} `)})`;
}

/** Whether the expression holds for a device without visits: only then are all devices needed. */
export function holdsForNone(expression: AudienceExpression): boolean {
	if ("all" in expression) return expression.all.every(holdsForNone);
	if ("any" in expression) return expression.any.some(holdsForNone);
	return "not" in expression ? !holdsForNone(expression.not) : false;
}
