/** Joins class names, without false and missing ones. */
export const cx = (...names: (string | false | null | undefined)[]): string =>
	names.filter((name) => typeof name === "string" && name !== "").join(" ");
