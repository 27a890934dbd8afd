import type { Principal } from "@/lib/access/principal";
import { recordEvent } from "@/lib/audit/record-event";
import { translateConflict } from "@/lib/db/conflicts";
import { ForbiddenError, InvalidArgumentError } from "@/lib/errors";
import type { Service, Transaction } from "@/lib/service";

/** What a new inventory source is made of. */
export interface NewInventorySource {
	/** Lower-case letters, digits and hyphens, unique. */
	readonly slug: string;
	readonly name: string;
	/** Slugs of the organisations that may use it; none: all may. */
	readonly organizations?: readonly string[];
}

/** An inventory source as the product API lists it. */
export interface InventorySourceRow {
	readonly id: string;
	readonly slug: string;
	readonly name: string;
	readonly organizations: readonly string[];
	readonly created_at: string;
	readonly revision: number;
}

/**
 * `POST /api/inventory-sources`: makes an inventory source, which has no data yet (design.md section 7).
 * @throws ForbiddenError for anyone but operators
 * @throws InvalidArgumentError naming an organisation that does not exist
 * @throws InvalidStateError when the slug is taken
 */
export async function createInventorySource(
	service: Service,
	principal: Principal,
	input: NewInventorySource,
): Promise<InventorySourceRow> {
	if (principal.role !== "operator") throw new ForbiddenError("only operators may make inventory sources");
	const slugs = [...new Set(input.organizations ?? [])];
	return service.prisma
		.$transaction(async (tx) => {
			const organizationIds = await findOrganizations(tx, slugs);
			const now = service.now();
			const source = await tx.inventorySource.create({
				data: {
					slug: input.slug,
					name: input.name,
					createdAt: now,
					updatedAt: now,
					organizations: { create: organizationIds.map((organizationId) => ({ organizationId })) },
				},
			});
			await recordEvent(service, tx, principal, {
				action: "create",
				objectType: "inventory_source",
				objectId: source.id,
				detail: { slug: source.slug, organizations: slugs },
			});
			return {
				id: source.id,
				slug: source.slug,
				name: source.name,
				organizations: slugs,
				created_at: source.createdAt.toISOString(),
				revision: source.revision,
			};
		})
		.catch(translateConflict(`there is an inventory source '${input.slug}' already`));
}

async function findOrganizations(tx: Transaction, slugs: readonly string[]): Promise<string[]> {
	if (slugs.length === 0) return [];
	const found = await tx.organization.findMany({
		where: { slug: { in: [...slugs] } },
		select: { id: true, slug: true },
	});
	const missing = slugs.find((slug) => !found.some((organization) => organization.slug === slug));
	if (missing !== undefined) throw new InvalidArgumentError(`'organizations': there is no organization '${missing}'`);
	return found.map(({ id }) => id);
}
