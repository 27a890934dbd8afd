import { InvalidArgumentError } from "@/lib/rules/errors";

/** The columns of inventory data (docs/contract.md, Inventory data). */
export const INVENTORY_COLUMNS = ["device_id", "segment", "seen_at"] as const;
export type InventoryColumn = (typeof INVENTORY_COLUMNS)[number];

/**
 * Finds the columns by name, in any order and case; ignores others.
 * @throws InvalidArgumentError naming a missing or repeated column
 */
export function findInventoryColumns(names: readonly string[]): Record<InventoryColumn, number> {
	const normalised = names.map((name) => name.trim().toLowerCase());
	const positionOf = (column: InventoryColumn) => {
		const position = normalised.indexOf(column);
		if (position === -1) {
			throw new InvalidArgumentError(
				`the file must have the columns ${INVENTORY_COLUMNS.join(", ")}: ${column} is missing`,
			);
		}
		if (normalised.lastIndexOf(column) !== position) {
			throw new InvalidArgumentError(`the file has the column ${column} twice`);
		}
		return position;
	};
	return { device_id: positionOf("device_id"), segment: positionOf("segment"), seen_at: positionOf("seen_at") };
}
