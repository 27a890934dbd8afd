import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { mayShareDesign, requireRight } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import { afterCommit } from "@/lib/platform/in-one-transaction";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import { designChanged } from "./claim-edit";
import { findDesignOrThrow } from "./find-design-or-throw";
import { accessAttributesOf } from "./load-designs";
import { dropReplacedGeofences } from "./store-geofences";

/** Live deployments that the error names at most. */
const NAMED_DEPLOYMENTS = 10;

/**
 * `DELETE /api/designs/<id>` (docs/contract.md, Designs and builds): removes a design without live
 * deployments, with its sets, builds and targeting files. Its audit events stay. The worker of a
 * running build loses its lease.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError that names the live deployments
 */
export async function deleteDesign(
	service: Service,
	principal: Principal,
	designId: string,
	expectation: { readonly revision?: number } = {},
): Promise<void> {
	const { fileKeys, collectionIds } = await transact(service.prisma, async (tx) => {
		// Waits for requests for deployment, which lock the design until their row is visible.
		await tx.$queryRaw`SELECT 1 FROM designs WHERE id = ${designId}::uuid FOR UPDATE`;
		const found = await findDesignOrThrow(tx, principal, designId);
		const { record } = found;
		requireRight(
			principal,
			(caller) => mayShareDesign(caller, accessAttributesOf(record)),
			"only the owner and administrators of their organization may delete this design",
		);
		if (expectation.revision !== undefined && expectation.revision !== record.revision) {
			throw await designChanged(tx, principal, found, expectation.revision);
		}
		// Locks in the order of every transition: it waits for earlier transitions, and later ones
		// wait for it.
		await tx.$queryRaw`SELECT 1 FROM deployments WHERE design_id = ${designId}::uuid ORDER BY id FOR NO KEY UPDATE`;
		// Removes requests that ended without an activation.
		await tx.deployment.deleteMany({ where: { design_id: designId, status: { notIn: [...LIVE_STATUSES] } } });
		await refuseWhileLive(tx, designId);
		const builds = await tx.build.findMany({ where: { design_id: designId }, select: { file_key: true } });
		await tx.design.delete({ where: { id: designId }, select: { id: true } });
		await recordEvent(service, tx, principal, {
			action: "delete",
			object_type: "design",
			object_id: designId,
			design_id: designId,
			organization_id: record.owner_org_id,
			status_before: record.status,
			status_after: "deleted",
			detail: { name: record.name, type: record.type, builds: builds.length },
		});
		return {
			fileKeys: builds.flatMap(({ file_key: fileKey }) => fileKey ?? []),
			collectionIds: record.sets.flatMap((set) => set.geofence_collection_id ?? []),
		};
	});
	await dropReplacedGeofences(service, collectionIds);
	await afterCommit(service, () => removeFiles(service, fileKeys));
}

async function removeFiles({ files }: Service, fileKeys: readonly string[]): Promise<void> {
	for (const file of fileKeys) {
		await files
			.remove(file)
			.catch((error: unknown) => logFailure(error, "the file of a deleted build could not be removed", { file }));
	}
}

async function refuseWhileLive(tx: Transaction, designId: string): Promise<void> {
	const where = { design_id: designId, status: { in: [...LIVE_STATUSES] } };
	const live = await tx.deployment.findMany({
		where,
		orderBy: [{ updated_at: "desc" }, { id: "asc" }],
		take: NAMED_DEPLOYMENTS,
		select: { id: true, status: true, target: { select: { name: true } } },
	});
	if (live.length === 0) return;
	const named = live.map(({ id, status, target }) => `${id} (${status} on ${isolate(target.name)})`).join(", ");
	const more = (await tx.deployment.count({ where })) - live.length;
	throw new InvalidStateError(
		`cannot delete a design with live deployments: ${named}${more > 0 ? ` and ${more} more` : ""}; cancel, reject or delete them first`,
	);
}
