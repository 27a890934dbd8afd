import type { FoundColumns } from "@/lib/rules/documents/read-table";
import { InvalidArgumentError } from "@/lib/rules/errors";

/** The columns of inventory data (docs/contract.md, Inventory data). */
export const INVENTORY_COLUMNS = ["device_id", "segment", "seen_at"] as const;
export type InventoryColumn = (typeof INVENTORY_COLUMNS)[number];

/** Looks for the columns by name, in any order and case; ignores others. */
export function lookForInventoryColumns(names: readonly string[]): FoundColumns<Record<InventoryColumn, number>> {
	const normalized = names.map((name) => name.trim().toLowerCase());
	const missing = INVENTORY_COLUMNS.filter((column) => !normalized.includes(column));
	const found = INVENTORY_COLUMNS.length - missing.length;
	if (missing[0] !== undefined) return { problem: `${missing[0]} is missing`, found };
	const twice = INVENTORY_COLUMNS.find((column) => normalized.indexOf(column) !== normalized.lastIndexOf(column));
	if (twice !== undefined) return { problem: `it has the column ${twice} twice`, found };
	const positionOf = (column: InventoryColumn) => normalized.indexOf(column);
	return {
		columns: { device_id: positionOf("device_id"), segment: positionOf("segment"), seen_at: positionOf("seen_at") },
	};
}

/**
 * The columns by name, in any order and case.
 * @throws InvalidArgumentError naming a missing or repeated column
 */
export function findInventoryColumns(names: readonly string[]): Record<InventoryColumn, number> {
	const found = lookForInventoryColumns(names);
	if ("columns" in found) return found.columns;
	throw new InvalidArgumentError(`the file must have the columns ${INVENTORY_COLUMNS.join(", ")}: ${found.problem}`);
}
