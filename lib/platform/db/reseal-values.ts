import { Prisma } from "@/lib/generated/prisma/client";
import type { Client } from "@/lib/platform/db/prisma-client";
import { SEALED_COLUMNS, type SealPurpose, seal, unseal } from "@/lib/platform/seal";
import type { Secrets } from "@/lib/platform/secrets";

/** The result of {@link resealValues}. */
export interface Resealed {
	readonly resealed: number;
	/** Values that no accepted secret opens. */
	readonly unreadable: number;
}

/**
 * Seals values of the previous secret under the present one. Other processes may read, change and
 * reseal the same rows at the same time: it leaves changed values alone.
 */
export async function resealValues(service: Secrets & { readonly prisma: Client }): Promise<Resealed> {
	const counts = { resealed: 0, unreadable: 0 };
	for (const purpose of Object.keys(SEALED_COLUMNS) as SealPurpose[]) {
		const { table, column, key } = SEALED_COLUMNS[purpose];
		const [from, cell, id] = [Prisma.raw(table), Prisma.raw(column), Prisma.raw(key)];
		const rows = await service.prisma.$queryRaw<{ id: string; sealed: Uint8Array }[]>`
			SELECT ${id} AS id, ${cell} AS sealed FROM ${from} WHERE ${cell} IS NOT NULL`;
		for (const { id: row, sealed } of rows) {
			if (opened({ secret: service.secret }, purpose, sealed) !== undefined) continue;
			const text = opened(service, purpose, sealed);
			if (text === undefined) {
				counts.unreadable += 1;
				continue;
			}
			counts.resealed += await service.prisma.$executeRaw`
				UPDATE ${from} SET ${cell} = ${seal(service, purpose, text)}
				WHERE ${id} = ${row}::uuid AND ${cell} = ${new Uint8Array(sealed)}`;
		}
	}
	return counts;
}

function opened(...[secrets, purpose, sealed]: Parameters<typeof unseal>): string | undefined {
	try {
		return unseal(secrets, purpose, sealed);
	} catch {
		return undefined;
	}
}
