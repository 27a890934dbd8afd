import { NotFoundError } from "@/lib/errors";
import type { RouteContext } from "./declaration";

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a path's segment is a GUID. */
export function isGuid(value: unknown): value is string {
	return typeof value === "string" && GUID.test(value);
}

/**
 * The ids of a path, in lower case.
 * @throws NotFoundError for a malformed one, which is as unknown as an unknown one
 */
export async function pathIds<Path extends string>(
	context: RouteContext,
	names: readonly Path[],
): Promise<Record<Path, string>> {
	const params = names.length === 0 ? {} : await context.params;
	const ids = names.map((name) => {
		const value = (params as Record<string, unknown>)[name];
		if (typeof value !== "string" || !GUID.test(value))
			throw new NotFoundError(`${name.replace(/_id$/, "")} not found`);
		return [name, value.toLowerCase()] as const;
	});
	return Object.fromEntries(ids) as Record<Path, string>;
}
