/** Joins class names; what is false or missing is left out. */
export const cx = (...names: (string | false | null | undefined)[]): string =>
	names.filter((name) => typeof name === "string" && name !== "").join(" ");
