import { NotFoundError } from "@/lib/rules/errors";
import { GUID } from "@/lib/rules/text/guid";
import type { RouteContext } from "./declaration";

/** Whether a path's segment is a GUID. */
export function isGuid(value: unknown): value is string {
	return typeof value === "string" && GUID.test(value);
}

const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/**
 * Reads the identifiers of a path: GUIDs, in lower case, and slugs.
 * @throws NotFoundError for a malformed one
 */
export async function pathIds<Path extends string>(
	context: RouteContext,
	names: readonly Path[],
): Promise<Record<Path, string>> {
	const params = names.length === 0 ? {} : await context.params;
	const ids = names.map((name) => {
		const value = (params as Record<string, unknown>)[name];
		const form = isSlugName(name) ? SLUG : GUID;
		if (typeof value !== "string" || !form.test(value)) {
			throw new NotFoundError(`${name.replace(/_(id|slug)$/, "").replaceAll("_", " ")} not found`);
		}
		return [name, value.toLowerCase()] as const;
	});
	return Object.fromEntries(ids) as Record<Path, string>;
}

/** Whether a dynamic segment holds a slug. */
export function isSlugName(name: string): boolean {
	return name.endsWith("_slug");
}
