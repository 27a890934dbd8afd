import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { searchDocument } from "@/lib/rules/text/normalize";

/**
 * Updates the search documents of a design and its deployments, in the transaction that changed one
 * of their texts (docs/contract.md, Search).
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

/**
 * Deployments that one statement reads and another writes; a target may have a hundred thousand.
 */
const BATCH = 1_000;

/** Updates the search documents of one deployment, or of all of a design or target. */
export async function refreshDeploymentSearch(
	tx: Transaction,
	of: { readonly id: string } | { readonly designId: string } | { readonly targetId: string },
): Promise<void> {
	for (let after: string | undefined = NIL; after !== undefined; ) {
		// Locks in the order of transitions, so that no deadlock arises and no deployment is
		// deleted between read and write.
		const locked: { id: string }[] = await tx.$queryRaw`
			SELECT x.id FROM deployments x
			WHERE ${deploymentsOf(of)} AND x.id > ${after}::uuid
			ORDER BY x.id LIMIT ${BATCH} FOR NO KEY UPDATE`;
		await refreshDeployments(
			tx,
			locked.map(({ id }) => id),
		);
		after = locked.length < BATCH ? undefined : locked.at(-1)?.id;
	}
}

/** The lowest id. */
const NIL = "00000000-0000-0000-0000-000000000000";

async function refreshDeployments(tx: Transaction, ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	const deployments = await tx.deployment.findMany({
		where: { id: { in: [...ids] } },
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
	const changed = deployments.flatMap(({ id, tags, build, target, design, searchDocument: before }) => {
		const document = searchDocument([...designTexts(design), build.name, target.name, ...tags]);
		return document === before ? [] : [{ id, document }];
	});
	if (changed.length === 0) return;
	await tx.$executeRaw`
		UPDATE deployments x SET search_document = c.document
		FROM unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ document }) => document)}::text[]) AS c(id, document)
		WHERE x.id = c.id`;
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
