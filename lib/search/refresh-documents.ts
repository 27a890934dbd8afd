import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/service";
import { searchDocument } from "./normalise";

/**
 * Writes the search documents of a design and of its deployments anew, in the transaction that changed one of the texts
 * they are made of (design.md section 4, item 6).
 */
export async function refreshDesignSearch(tx: Transaction, designId: string): Promise<void> {
	const design = await tx.design.findUniqueOrThrow({
		where: { id: designId },
		select: { name: true, owner: { select: { email: true } }, sets: { select: { name: true, targetingCode: true } } },
	});
	await tx.design.update({
		where: { id: designId },
		data: { searchDocument: searchDocument(designTexts(design)) },
		select: { id: true },
	});
	await refreshDeploymentSearch(tx, { designId });
}

/** Writes the search documents of one deployment, or of all of a design or target. */
export async function refreshDeploymentSearch(
	tx: Transaction,
	of: { readonly id: string } | { readonly designId: string } | { readonly targetId: string },
): Promise<void> {
	// In the order in which transitions lock them: no deadlock, and none is deleted between its reading and its writing.
	const locked = await tx.$queryRaw<{ id: string }[]>`
		SELECT x.id FROM deployments x
		WHERE ${deploymentsOf(of)}
		ORDER BY x.id FOR NO KEY UPDATE`;
	if (locked.length === 0) return;
	const deployments = await tx.deployment.findMany({
		where: { id: { in: locked.map(({ id }) => id) } },
		select: {
			id: true,
			tags: true,
			searchDocument: true,
			build: { select: { name: true } },
			target: { select: { name: true } },
			design: {
				select: {
					name: true,
					owner: { select: { email: true } },
					sets: { select: { name: true, targetingCode: true } },
				},
			},
		},
	});
	for (const { id, tags, build, target, design, searchDocument: before } of deployments) {
		const after = searchDocument([...designTexts(design), build.name, target.name, ...tags]);
		if (after !== before)
			await tx.deployment.update({ where: { id }, data: { searchDocument: after }, select: { id: true } });
	}
}

function deploymentsOf(of: { id: string } | { designId: string } | { targetId: string }): Prisma.Sql {
	if ("id" in of) return Prisma.sql`x.id = ${of.id}::uuid`;
	if ("designId" in of) return Prisma.sql`x.design_id = ${of.designId}::uuid`;
	return Prisma.sql`x.target_id = ${of.targetId}::uuid`;
}

function designTexts(design: {
	name: string;
	owner: { email: string };
	sets: readonly { name: string; targetingCode: string }[];
}): string[] {
	return [design.name, design.owner.email, ...design.sets.flatMap((set) => [set.name, set.targetingCode])];
}
