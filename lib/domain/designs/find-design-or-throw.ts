import type { Design } from "@/lib/contract/design";
import { designVisibility, visibleDesigns } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { accessAttributesOf, type DesignRecord, loadDesigns } from "./load-designs";

/**
 * Finds a design with the fields that the caller sees.
 * @throws NotFoundError when it does not exist or is not visible to the caller
 */
export async function findDesignOrThrow(
	db: Transaction,
	principal: Principal,
	designId: string,
): Promise<{ record: DesignRecord; row: Design }> {
	const visible = () =>
		db.$queryRaw<{ id: string }[]>(
			Prisma.sql`SELECT designs.id FROM designs WHERE designs.id = ${designId}::uuid AND ${visibleDesigns(principal)}`,
		);
	const [found] = await loadDesigns(
		db,
		principal,
		(await visible()).map(({ id }) => id),
	);
	if (found === undefined) throw new NotFoundError("design not found");
	// Visible through a target, or no longer at all, if the sharing ended before it was loaded.
	const direct = designVisibility(principal, accessAttributesOf(found.record)) === "direct";
	if (!direct && (await visible()).length === 0) throw new NotFoundError("design not found");
	return found;
}
