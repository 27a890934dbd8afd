import { randomUUID } from "node:crypto";
import type { Principal } from "@/lib/domain/access/principal";
import { designChanged } from "@/lib/domain/designs/claim-edit";
import { findDesignOrThrow } from "@/lib/domain/designs/find-design-or-throw";
import type { DesignRecord } from "@/lib/domain/designs/load-designs";
import { designRefusal, moveDesign } from "@/lib/domain/designs/move-design";
import { refreshDesignSearch } from "@/lib/domain/lists/refresh-documents";
import type { FileContents } from "@/lib/engine/inspection/jobs";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { effectivePrice } from "@/lib/rules/price";
import { nextCompletion } from "./next-completion";

/** A checked and stored targeting file that was made elsewhere. */
export interface StoredUpload {
	readonly build_id: string;
	readonly file_key: string;
	/** In hex. */
	readonly sha256: string;
	readonly contents: FileContents;
	/** The origin of the file, for the audit event. */
	readonly reason: string | undefined;
	/** From `If-Match`. */
	readonly expectedRevision: number | undefined;
}

interface UploadedSet {
	readonly set_id: string;
	readonly name: string;
	readonly targeting_code: string;
	readonly item_count: number;
	readonly position: number;
}

/**
 * Makes an uploaded file the newest completed build of a design, and its sets the design's
 * (docs/contract.md, External builds).
 * @returns the geofence collections that the design had
 * @throws NotFoundError, InvalidStateError, VersionMismatchError
 */
export async function writeExternalBuild(
	service: Service,
	tx: Transaction,
	principal: Principal,
	designId: string,
	stored: StoredUpload,
): Promise<string[]> {
	const { build_id: buildId, contents } = stored;
	const now = service.now();
	const record = await lockAttachable(tx, principal, designId, stored.expectedRevision);
	const sets = contents.sets.map(
		({ set_id, set_name, targeting_code, itemCount }, position): UploadedSet => ({
			set_id: set_id.toLowerCase(),
			name: set_name,
			targeting_code,
			item_count: itemCount,
			position,
		}),
	);
	await createBuild(tx, principal, record, { ...stored, sets, now });
	await replaceSets(tx, designId, sets, { now, by: principal.userId });
	await moveDesign(service, tx, principal, {
		design_id: designId,
		event: "attach_external_build",
		reason: stored.reason ?? null,
		detail: {
			build_id: buildId,
			size: contents.size,
			digest: `sha256:${stored.sha256}`,
			replaced_sets: record.sets.map((set) => set.name),
		},
		set: [
			Prisma.sql`external_build = TRUE`,
			Prisma.sql`design_size = ${contents.itemCount}`,
			Prisma.sql`most_recent_build_id = ${buildId}::uuid`,
		],
	});
	await refreshDesignSearch(tx, designId);
	return record.sets.flatMap((set) => set.geofence_collection_id ?? []);
}

/** Locks the design at the expected revision, unless a build of it is open. */
async function lockAttachable(
	tx: Transaction,
	principal: Principal,
	designId: string,
	expectedRevision: number | undefined,
): Promise<DesignRecord> {
	await tx.$queryRaw`SELECT 1 FROM designs WHERE id = ${designId}::uuid FOR NO KEY UPDATE`;
	const found = await findDesignOrThrow(tx, principal, designId);
	const refused = designRefusal("attach_external_build", found.record.status);
	if (refused !== null) throw refused;
	if (expectedRevision === undefined || expectedRevision === found.record.revision) return found.record;
	throw await designChanged(tx, principal, found, expectedRevision);
}

async function createBuild(
	tx: Transaction,
	principal: Principal,
	record: DesignRecord,
	{
		build_id: buildId,
		file_key: fileKey,
		sha256,
		contents,
		reason,
		sets,
		now,
	}: StoredUpload & { readonly sets: readonly UploadedSet[]; readonly now: Date },
): Promise<void> {
	const completion = await nextCompletion(tx, record.id, now);
	await tx.build.create({
		data: {
			id: buildId,
			design_id: record.id,
			type: record.type,
			name: record.name,
			status: "done",
			reason: reason ?? "uploaded: made outside the designer tools",
			requested_by_id: principal.userId,
			requested_by_org_id: principal.organizationId,
			requested_at: now,
			...completion,
			size: contents.size,
			digest: sha256,
			file_key: fileKey,
			format_version: contents.formatVersion,
			sources: contents.sources,
			price_cpm: effectivePrice(record, record.ownerOrg),
			percent: 100,
			sets: { createMany: { data: [...sets] } },
		},
		select: { id: true },
	});
}

async function replaceSets(
	tx: Transaction,
	designId: string,
	sets: readonly UploadedSet[],
	{ now, by }: { readonly now: Date; readonly by: string },
): Promise<void> {
	await tx.designSet.deleteMany({ where: { design_id: designId } });
	const row = ({ name, targeting_code: targetingCode, position }: UploadedSet, id: string) => ({
		id,
		design_id: designId,
		name,
		targeting_code: targetingCode,
		position,
		created_at: now,
		updated_at: now,
		updated_by_id: by,
	});
	// The file may have the set ids of another design, which set ids of designs must not repeat. It
	// writes first and checks then, as two designs may get the same file at once.
	await tx.designSet.createMany({ data: sets.map((set) => row(set, set.set_id)), skipDuplicates: true });
	const written = await tx.designSet.findMany({ where: { design_id: designId }, select: { id: true } });
	const own = new Set(written.map(({ id }) => id));
	const others = sets.filter(({ set_id: setId }) => !own.has(setId));
	await tx.designSet.createMany({ data: others.map((set) => row(set, randomUUID())) });
}
