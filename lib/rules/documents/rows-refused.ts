import { InvalidArgumentError } from "@/lib/rules/errors";

/** Refused rows of a file: their number, and the first of them. */
export interface RefusedRows {
	readonly count: number;
	readonly rows: readonly { readonly line: number; readonly reason: string }[];
}

/** The error for a file all of whose rows are refused. */
export function allRowsRefused(refused: RefusedRows): InvalidArgumentError {
	return rowsRefused(refused.count === 1 ? "the only row is" : `all ${refused.count} rows are`, refused);
}

/** The error for a file with more refused rows than are read. */
export function tooManyRowsRefused(most: number, refused: RefusedRows): InvalidArgumentError {
	return rowsRefused(`more than ${most.toLocaleString("en-US")} rows are`, refused);
}

function rowsRefused(which: string, { count, rows }: RefusedRows): InvalidArgumentError {
	const [first] = rows;
	return new InvalidArgumentError(
		`${which} refused, the first (line ${first?.line ?? 1}) because: ${first?.reason.replace(/\.$/, "") ?? ""}`,
		{ detail: { refused_row_count: count, refused: rows } },
	);
}
