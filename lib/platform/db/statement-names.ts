const MOST_NAMES = 500;
const MAX_UNREPEATED = 1_000;
/** PostgreSQL forgets the statement of this name after use. */
export const UNNAMED = "";

/**
 * Names prepared statements by their SQL, so that PostgreSQL parses and plans each once per
 * connection. Only repeated statements get a name, and at most 500: lists of varying length make
 * new SQL, and a server keeps every named statement for the life of its connection.
 */
export function createStatementNames(): (query: { sql: string }) => string {
	const names = new Map<string, string>();
	const seenOnce = new Set<string>();
	return ({ sql }) => {
		const name = names.get(sql);
		if (name !== undefined) return name;
		if (names.size >= MOST_NAMES) return UNNAMED;
		if (!seenOnce.delete(sql)) {
			if (seenOnce.size >= MAX_UNREPEATED) seenOnce.clear();
			seenOnce.add(sql);
			return UNNAMED;
		}
		const given = `s${names.size}`;
		names.set(sql, given);
		return given;
	};
}
