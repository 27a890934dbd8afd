import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { searchDocument } from "@/lib/rules/text/normalize";

/**
 * Updates the search documents of a design, of its deployments, and of its rows on targets, in the
 * transaction that changed one of their texts (docs/contract.md, Search).
 */
export async function refreshDesignSearch(tx: Transaction, designId: string): Promise<void> {
	const design = await tx.design.findUniqueOrThrow({
		where: { id: designId },
		select: { name: true, owner: { select: { email: true } }, sets: { select: { name: true, targeting_code: true } } },
	});
	await tx.design.update({
		where: { id: designId },
		data: { search_document: searchDocument(designTexts(design)) },
		select: { id: true },
	});
	await refreshDeploymentSearch(tx, { designId });
	await refreshTargetSearch(tx, designId);
}

/**
 * Updates the words by which administrators of targets find a design, after a change of its
 * deployments. They come from the newest build on a target, never from the draft.
 */
export async function refreshTargetSearch(tx: Transaction, designId: string): Promise<void> {
	const onTargets = await tx.$queryRaw<{ org: string; name: string; owner: string; sets: [string, string][] | null }[]>`
		SELECT design_targets.target_org_id AS org, designs.name, (SELECT u.email FROM users u WHERE u.id = designs.owner_id) AS owner,
			(SELECT json_agg(json_build_array(s.name, s.targeting_code) ORDER BY s.position, s.set_id)
				FROM build_sets s WHERE s.build_id = design_targets.build_id) AS sets
		FROM design_targets JOIN designs ON designs.id = design_targets.design_id
		WHERE design_targets.design_id = ${designId}::uuid ORDER BY design_targets.target_org_id FOR NO KEY UPDATE OF design_targets`;
	if (onTargets.length === 0) return;
	const documents = onTargets.map(({ name, owner, sets }) => searchDocument([name, owner, ...(sets ?? []).flat()]));
	await tx.$executeRaw`
		UPDATE design_targets SET search_document = c.document
		FROM unnest(${onTargets.map(({ org }) => org)}::uuid[], ${documents}::text[]) AS c(org, document)
		WHERE design_targets.design_id = ${designId}::uuid AND design_targets.target_org_id = c.org AND design_targets.search_document IS DISTINCT FROM c.document`;
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
			SELECT deployments.id FROM deployments
			WHERE ${deploymentsOf(of)} AND deployments.id > ${after}::uuid
			ORDER BY deployments.id LIMIT ${BATCH} FOR NO KEY UPDATE`;
		await refreshDeployments(
			tx,
			locked.map(({ id }) => id),
		);
		after = locked.length < BATCH ? undefined : locked.at(-1)?.id;
	}
}

/** The lowest id. */
const NIL = "00000000-0000-0000-0000-000000000000";

const SET_TEXTS = { select: { name: true, targeting_code: true } } as const;

async function refreshDeployments(tx: Transaction, ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	const deployments = await tx.deployment.findMany({
		where: { id: { in: [...ids] } },
		select: {
			id: true,
			tags: true,
			search_document: true,
			shown_document: true,
			build: { select: { name: true, sets: SET_TEXTS } },
			target: { select: { name: true } },
			design: { select: { name: true, owner: { select: { email: true } }, sets: SET_TEXTS } },
		},
	});
	const changed = deployments.flatMap(({ id, tags, build, target, design, ...before }) => {
		const texts = [...designTexts({ ...design, sets: build.sets }), build.name, target.name, ...tags];
		const shown = searchDocument(texts);
		const document = searchDocument([...texts, ...designTexts(design)]);
		const shownDocument = shown === document ? null : shown;
		const same = document === before.search_document && shownDocument === before.shown_document;
		return same ? [] : [{ id, document, shown: shownDocument }];
	});
	if (changed.length === 0) return;
	await tx.$executeRaw`
		UPDATE deployments SET search_document = c.document, shown_document = c.shown
		FROM unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ document }) => document)}::text[],
			${changed.map(({ shown }) => shown)}::text[]) AS c(id, document, shown)
		WHERE deployments.id = c.id`;
}

function deploymentsOf(of: { id: string } | { designId: string } | { targetId: string }): Prisma.Sql {
	if ("id" in of) return Prisma.sql`deployments.id = ${of.id}::uuid`;
	if ("designId" in of) return Prisma.sql`deployments.design_id = ${of.designId}::uuid`;
	return Prisma.sql`deployments.target_id = ${of.targetId}::uuid`;
}

function designTexts(design: {
	name: string;
	owner: { email: string };
	sets: readonly { name: string; targeting_code: string }[];
}): string[] {
	return [design.name, design.owner.email, ...design.sets.flatMap((set) => [set.name, set.targeting_code])];
}
