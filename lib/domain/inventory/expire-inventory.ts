import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { withDuckDb } from "@/lib/engine/audience/duckdb";
import type { Service } from "@/lib/platform/service";
import { expireParts } from "./expire-parts";
import { holdVersion } from "./hold-version";
import { keptSince } from "./kept-since";
import type { Version } from "./load-version";
import { replaceParts } from "./replace-parts";
import { sweepReplacedImportsNowAndThen } from "./sweep-replaced-imports";
import { IMPORT_MEMORY_MB } from "./take-file";

/** Longer than writing the remainder of a large part takes; a process that died is replaced then. */
const LEASE_MS = 900_000;

const ACTOR = { system: "removal of expired data" } as const;

/**
 * Removes the visits that sources no longer keep (docs/contract.md, Data that move), as new
 * versions without them. Returns the number of sources that changed.
 */
export async function expireInventory(service: Service): Promise<number> {
	let changed = 0;
	for (;;) {
		const source = await claimSource(service);
		if (source === null) break;
		const expire = (base: Version | null) => expireVersion(service, source, base);
		if (await holdVersion(service, source.id, expire)) changed += 1;
		await service.prisma.inventorySource.updateMany({ where: { id: source.id }, data: { expiry_lease_until: null } });
	}
	await sweepReplacedImportsNowAndThen(service);
	return changed;
}

interface ClaimedSource {
	readonly id: string;
	readonly keep_days: number;
}

/** Of several processes, one gets a source. */
async function claimSource(service: Service): Promise<ClaimedSource | null> {
	const now = service.now();
	const [claimed] = await service.prisma.$queryRaw<ClaimedSource[]>`
		UPDATE inventory_sources SET expiry_lease_until = ${new Date(now.getTime() + LEASE_MS)}
		WHERE id = (SELECT s.id FROM inventory_sources s
			WHERE s.keep_days IS NOT NULL AND (s.expiry_lease_until IS NULL OR s.expiry_lease_until < ${now})
				AND EXISTS (SELECT 1 FROM inventory_import_parts ip JOIN inventory_parts p ON p.id = ip.part_id
					WHERE ip.import_id = s.current_import_id AND p.first_seen_at
						< ((${now}::timestamptz AT TIME ZONE 'UTC')::date - (s.keep_days - 1))::timestamp AT TIME ZONE 'UTC')
			ORDER BY s.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
		RETURNING id, keep_days`;
	return claimed ?? null;
}

/** False where nothing expired, or the source has changed: the next run finds it again. */
async function expireVersion(
	service: Service,
	{ id: sourceId, keep_days: keepDays }: ClaimedSource,
	base: Version | null,
): Promise<boolean> {
	const since = keptSince(service.now(), keepDays);
	if (base === null || since === null) return false;
	const directory = await mkdtemp(join(await service.files.workDirectory(), "inventory-"));
	try {
		const options = { tempDirectory: directory, memoryLimitMb: IMPORT_MEMORY_MB };
		const expired = await withDuckDb(options, (db) => expireParts(service, db, base.parts, { since, directory }));
		const expiredRows = Number(base.row_count) - expired.summary.rows;
		if (expiredRows === 0) return false;
		return await replaceParts(service, ACTOR, sourceId, base, { ...expired, mode: "expire", expiredRows });
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
