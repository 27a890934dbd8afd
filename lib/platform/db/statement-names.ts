const MOST_NAMES = 500;
const MOST_SEEN_ONCE = 1_000;
/** PostgreSQL's own name for a statement that is forgotten after use. */
const UNNAMED = "";

/**
 * Names for prepared statements by their SQL, so that PostgreSQL parses and plans each but once per connection.
 * Only what comes a second time gets a name, and at most 500 do: lists of changing length make ever new SQL, and a server keeps
 * every named statement for as long as its connection lives.
 */
export function createStatementNames(): (query: { sql: string }) => string {
	const names = new Map<string, string>();
	const seenOnce = new Set<string>();
	return ({ sql }) => {
		const name = names.get(sql);
		if (name !== undefined) return name;
		if (names.size >= MOST_NAMES) return UNNAMED;
		if (!seenOnce.delete(sql)) {
			if (seenOnce.size >= MOST_SEEN_ONCE) seenOnce.clear();
			seenOnce.add(sql);
			return UNNAMED;
		}
		const given = `s${names.size}`;
		names.set(sql, given);
		return given;
	};
}
