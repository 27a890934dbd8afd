import { type Dialect, uuidText } from "./dialect";

const literal = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\0", "\\0")}'`;

const word = (value: bigint) => `toUInt64(${value})`;

const COLUMNS = "segment String, time_window UInt32, min_visits UInt64, word UInt32, mask UInt64";

/** The SQL of ClickHouse. */
export const clickHouseDialect: Dialect = {
	literal,
	word,
	and: (column, mask) => `bitAnd(${column}, ${word(mask)})`,
	or: (words) => words.reduce((left, right) => `bitOr(${left}, ${right})`),
	orOfGroup: (column) => `groupBitOr(${column})`,
	time: (microseconds) => `fromUnixTimestamp64Micro(${microseconds})`,
	isDevice: ({ kind, bytes }) => {
		const hex = Buffer.from(bytes).toString("hex");
		return `device_id = ${kind === "uuid" ? `toUUID('${uuidText(hex)}')` : `unhex('${hex}')`}`;
	},
	conditions: (rows) => {
		const values = rows.map(
			(row) => `(${literal(row.segment)}, ${row.window}, ${row.minVisits}, ${row.word}, ${row.mask})`,
		);
		return `SELECT * FROM values('${COLUMNS}', ${values.join(", ")})`;
	},
};
