import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import type { DeviceIdKind } from "@/lib/formats/meta";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import type { ExpiredParts, RewrittenPart } from "./expire-parts";
import type { Version } from "./load-version";
import { type NewPart, newPartKey, writeVersion } from "./write-version";

/** A version that has less than the one before. */
export interface Lessened extends ExpiredParts {
	readonly mode: "expire" | "erase";
	readonly expiredRows: number;
}

/**
 * Makes rewritten parts current with the kept ones. False where the base is no longer current.
 * @param base the version that they were written from
 */
export async function replaceParts(
	service: Service,
	by: Principal | SystemActor,
	sourceId: string,
	base: Version,
	{ mode, kept, rewritten, summary, expiredRows }: Lessened,
): Promise<boolean> {
	const added = await storeParts(service, sourceId, rewritten);
	const removeAdded = () => Promise.all(added.map(({ file_key: fileKey }) => service.files.remove(fileKey)));
	try {
		const done = await transact(service.prisma, async (tx) => {
			const [source] = await tx.$queryRaw<{ current_import_id: string | null }[]>`
				SELECT current_import_id FROM inventory_sources WHERE id = ${sourceId}::uuid FOR NO KEY UPDATE`;
			if (source?.current_import_id !== base.id) return false;
			await writeVersion(service, tx, by, sourceId, {
				mode,
				kept,
				added,
				summary,
				addedRows: 0,
				expiredRows,
				refusedRows: 0,
				refused: [],
				// Only imports write this column.
				deviceIdKind: base.device_id_kind as DeviceIdKind,
			});
			return true;
		});
		if (!done) await removeAdded();
		return done;
	} catch (error) {
		// The commit may have succeeded; then its data need the files.
		if (!isDatabaseAway(error)) await removeAdded();
		throw error;
	}
}

async function storeParts(service: Service, sourceId: string, parts: readonly RewrittenPart[]): Promise<NewPart[]> {
	const stored: NewPart[] = [];
	for (const { path, summary } of parts) {
		const fileKey = newPartKey(sourceId);
		const { size } = await service.files.put(fileKey, path);
		stored.push({ file_key: fileKey, size, summary });
	}
	return stored;
}
