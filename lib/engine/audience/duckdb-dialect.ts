import { type Dialect, uuidText } from "./dialect";
import { literal } from "./duckdb";

const word = (value: bigint) => `${value}::UBIGINT`;

/** The SQL of DuckDB. */
export const duckDbDialect: Dialect = {
	literal,
	word,
	and: (column, mask) => `${column} & ${word(mask)}`,
	or: (words) => words.join(" | "),
	orOfGroup: (column) => `bit_or(${column})`,
	time: (microseconds) => `make_timestamp(${microseconds})`,
	isDevice: ({ kind, bytes }) => {
		const hex = Buffer.from(bytes).toString("hex");
		return `device_id = ${kind === "uuid" ? `'${uuidText(hex)}'::UUID` : `from_hex('${hex}')`}`;
	},
	conditions: (rows) => {
		const values = rows.map(
			(row) => `(${literal(row.segment)}, ${row.window}, ${row.minVisits}, ${row.word}, ${word(row.mask)})`,
		);
		return `SELECT * FROM (VALUES ${values.join(", ")}) AS v(segment, time_window, min_visits, word, mask)`;
	},
};
