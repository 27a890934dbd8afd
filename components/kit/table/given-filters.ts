/** A page's filters as its list takes them: without unset ones, and with comma-delimited lists. */
export function givenFilters<Values extends object>(values: Values): GivenFilters<Values> {
	const given = Object.entries(values)
		.map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value] as const)
		.filter(([, value]) => value !== null && value !== "");
	return Object.fromEntries(given) as GivenFilters<Values>;
}

type GivenFilters<Values> = {
	[Name in keyof Values]?: NonNullable<Values[Name]> extends readonly unknown[] ? string : NonNullable<Values[Name]>;
};
