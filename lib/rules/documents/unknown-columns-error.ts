import { InvalidArgumentError } from "@/lib/rules/errors";
import type { Delimiter } from "./delimiter";

/** The start of a table whose headings do not say what its columns hold. */
export interface UnknownColumns {
	headings: readonly string[];
	delimiter: Delimiter;
	/** The fields of its first rows. */
	sample: readonly (readonly string[])[];
}

/** The header row lacks the needed columns, or has one of them twice. */
export class UnknownColumnsError extends InvalidArgumentError {
	readonly table: UnknownColumns;

	constructor(message: string, table: UnknownColumns) {
		super(message);
		this.table = table;
	}
}
