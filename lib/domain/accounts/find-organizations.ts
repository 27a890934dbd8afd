import type { Transaction } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";

/**
 * Finds the ids of organizations by their slugs.
 * @throws InvalidArgumentError naming the field and the first unknown slug
 */
export async function findOrganizations(tx: Transaction, field: string, slugs: readonly string[]): Promise<string[]> {
	if (slugs.length === 0) return [];
	const found = await tx.organization.findMany({
		where: { slug: { in: [...slugs] } },
		select: { id: true, slug: true },
	});
	const known = new Set(found.map(({ slug }) => slug));
	const missing = slugs.find((slug) => !known.has(slug));
	if (missing !== undefined) {
		throw new InvalidArgumentError(`'${field}': there is no organization '${missing}'`, { parameter: field });
	}
	return found.map(({ id }) => id);
}
