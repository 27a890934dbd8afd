/** Fields of an object of a declared state. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value of a secret, apart from other texts so that no answer shows it. */
export class Secret {
	constructor(readonly value: string) {}
}

/** Whether a value is an object with fields, and neither a secret nor a reference to one. */
export function hasFields(value: unknown): value is Fields {
	return (
		typeof value === "object" &&
		value !== null &&
		!Array.isArray(value) &&
		!(value instanceof Secret) &&
		!isReference(value)
	);
}

/** Whether a value says where a secret is: the sender had none. */
export function isReference(value: unknown): value is { readonly env: string } {
	return typeof value === "object" && value !== null && "env" in value && Object.keys(value).length === 1;
}

/** The object with another value at a path, such as `header.value`; as it is where nothing stands there. */
export function withValueAt(fields: Fields, path: string, change: (value: unknown) => unknown): Fields {
	const [name = "", ...rest] = path.split(".");
	const value = fields[name];
	if (value === undefined || value === null) return fields;
	const changed =
		rest.length === 0 ? change(value) : hasFields(value) ? withValueAt(value, rest.join("."), change) : value;
	return { ...fields, [name]: changed };
}

/** The value at a path. */
export function valueAt(fields: Fields, path: string): unknown {
	return path.split(".").reduce<unknown>((value, name) => (hasFields(value) ? value[name] : undefined), fields);
}

/** A value as answers show it. */
export function withoutSecrets(value: unknown, word: string): unknown {
	if (value instanceof Secret || isReference(value)) return word;
	if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, word));
	if (!hasFields(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSecrets(inner, word)]));
}

/** The paths of references within a value. */
export function referencesIn(value: unknown, path: string): string[] {
	if (isReference(value)) return [path];
	return hasFields(value)
		? Object.entries(value).flatMap(([name, inner]) => referencesIn(inner, `${path}.${name}`))
		: [];
}

/** A value with its secrets as texts, for an operation; what is missing in it makes it undefined. */
export function withSecrets(value: unknown): unknown {
	if (value instanceof Secret) return value.value;
	if (isReference(value)) return undefined;
	if (!hasFields(value)) return value;
	const inner = Object.entries(value).map(([name, field]) => [name, withSecrets(field)] as const);
	const lacks = Object.values(value).some(isReference);
	return lacks ? undefined : Object.fromEntries(inner);
}

/** Some of the fields. */
export const pick = (fields: Fields, ...names: readonly string[]): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/** All fields but these. */
export const omit = (fields: Fields, ...names: readonly string[]): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
