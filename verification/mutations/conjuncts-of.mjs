const WORD = /^\s(WHERE|OR|THEN|ELSE|WHEN|ORDER BY|LIMIT|GROUP BY|ON)\s/;

/** Where the operands of AND stand in a template of SQL, whose values count as single words. */
export function conjunctsOf(sql) {
	const found = [];
	const levels = [begin(1)];
	const end = (level, at) => {
		if (level.parts.length > 0) found.push(...level.parts, [level.start, at]);
	};
	for (let at = 1; at < sql.length - 1; at += 1) {
		const level = levels.at(-1);
		const word = WORD.exec(sql.slice(at, at + 10))?.[0];
		if (sql.startsWith("${", at)) at = endOfValue(sql, at);
		else if (sql[at] === "(") levels.push(begin(at + 1));
		else if (sql[at] === ")") end(levels.pop(), at);
		else if (/^\sAND\s/.test(sql.slice(at, at + 5))) {
			level.parts.push([level.start, at]);
			level.start = at + 5;
		} else if (word !== undefined) {
			end(level, at);
			Object.assign(level, begin(at + word.length));
			at += word.length - 2;
		}
	}
	for (const level of levels) end(level, sql.length - 1);
	return found;
}

const begin = (start) => ({ start, parts: [] });

/** The end of a `${…}`, which may contain further templates. */
function endOfValue(sql, start) {
	let depth = 0;
	for (let at = start; at < sql.length; at += 1) {
		if (sql[at] === "{") depth += 1;
		if (sql[at] === "}") depth -= 1;
		if (depth === 0 && sql[at] === "}") return at;
	}
	return sql.length;
}
