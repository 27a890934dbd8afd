/** How a language writes values. */
export interface Literals {
	readonly none: string;
	readonly true: string;
	readonly false: string;
	/** A field's name within an object. */
	name(name: string): string;
	/** Stands within the braces of an object in one line. */
	readonly pad: string;
	/** Stands behind the last of many lines. */
	readonly last: string;
}

export const JSON_TEXT: Literals = {
	none: "null",
	true: "true",
	false: "false",
	name: (name) => JSON.stringify(name),
	pad: "",
	last: "",
};
export const TYPESCRIPT: Literals = {
	...JSON_TEXT,
	name: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
	pad: " ",
	last: ",",
};
export const PYTHON: Literals = { ...JSON_TEXT, none: "None", true: "True", false: "False", last: "," };

/** Characters of a line without what stands before it. */
const ROOM = 72;

/** Writes a JSON value as a literal of a language; what is long has a line for each field, indented by tabs. */
export function literalOf(value: unknown, language: Literals, indent = ""): string {
	if (value === null || value === undefined) return language.none;
	if (typeof value === "boolean") return value ? language.true : language.false;
	if (typeof value !== "object") return JSON.stringify(value);
	const deeper = `${indent}\t`;
	if (Array.isArray(value)) {
		const items = value.map((item) => literalOf(item, language, deeper));
		return bracketed(items, ["[", "]"], language.last, indent);
	}
	const fields = Object.entries(value).map(
		([name, inner]) => `${language.name(name)}: ${literalOf(inner, language, deeper)}`,
	);
	return bracketed(fields, [`{${language.pad}`, `${language.pad}}`], language.last, indent);
}

/** Parts between brackets: in one line where that is short, else each in its own. */
export function bracketed(
	parts: readonly string[],
	[open, close]: readonly [open: string, close: string],
	last: string,
	indent = "",
	room = ROOM,
): string {
	if (parts.length === 0) return open.trim() + close.trim();
	const line = `${open}${parts.join(", ")}${close}`;
	if (line.length <= room && !line.includes("\n")) return line;
	const lines = parts.map((part) => `${indent}\t${part}`).join(",\n");
	return `${open.trim()}\n${lines}${last}\n${indent}${close.trim()}`;
}
