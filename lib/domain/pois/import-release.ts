import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ImportPois, PoiRelease } from "@/lib/contract/point-of-interest";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { writeRelease } from "@/lib/engine/pois/write-release";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import { receiveFile } from "@/lib/platform/files/receive-file";
import { afterCommit } from "@/lib/platform/in-one-transaction";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";
import { refuseForm } from "@/lib/rules/documents/content-type";
import { describeRelease, releaseFileKey, requireReleaseKeeper } from "./releases";
import { sweepReleases } from "./sweep-releases";

/** The uploaded file of a release. */
export interface ReleaseUpload {
	readonly contentType: string | null;
	readonly body: AsyncIterable<Uint8Array>;
	readonly signal: AbortSignal;
}

/**
 * `POST /api/poi-releases`: imports a release of points of interest, which becomes the current one.
 * @throws ForbiddenError unless the caller is an operator
 * @throws TooLargeError, UnsupportedMediaTypeError; InvalidArgumentError as `importRelease`
 */
export async function uploadRelease(
	service: Service,
	principal: Principal,
	given: ImportPois,
	{ contentType, body, signal }: ReleaseUpload,
): Promise<PoiRelease> {
	requireReleaseKeeper(principal);
	refuseForm(contentType);
	const directory = await mkdtemp(join(await service.files.workDirectory(), "release-"));
	try {
		const path = join(directory, "upload");
		const maxBytes = service.settings.INVENTORY_MAX_BYTES;
		await receiveFile(body, path, { maxBytes, what: "a file of points of interest", signal });
		return await importRelease(service, principal, given, [path], signal);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

/**
 * Converts the files of a release, stores it and makes it the current one.
 * @param paths of files on this machine, all of one kind
 * @throws InvalidArgumentError when nothing of them can be taken
 * @throws InvalidStateError when another release was imported at the same time
 */
export async function importRelease(
	service: Service,
	by: Principal | SystemActor,
	{ name, attribution }: ImportPois,
	paths: readonly string[],
	signal?: AbortSignal,
): Promise<PoiRelease> {
	const directory = await mkdtemp(join(await service.files.workDirectory(), "release-"));
	const id = randomUUID();
	const importedAt = service.now();
	const fileKey = releaseFileKey(id);
	try {
		const output = join(directory, "release.duckdb");
		const options = { tempDirectory: directory, memoryLimitMb: service.settings.BUILD_MEMORY_MB, signal };
		const { pois, skipped, countries } = await writeRelease(options, paths, output);
		const { size } = await service.files.put(fileKey, output);
		const record = await transact(service.prisma, async (tx) => {
			await tx.poiRelease.updateMany({
				where: { current: true },
				data: { current: false, revision: { increment: 1 } },
			});
			const created = await tx.poiRelease.create({
				data: {
					...{
						id,
						name: name?.trim() ?? `Release of ${importedAt.toISOString().slice(0, 10)}`,
						attribution: attribution?.trim() ?? null,
						current: true,
						file_key: fileKey,
					},
					...{ size, poi_count: pois, skipped_count: skipped, country_count: countries, imported_at: importedAt },
				},
			});
			await recordEvent(service, tx, by, {
				action: "import_pois",
				object_type: "poi_release",
				object_id: id,
				detail: { name: created.name, accepted: pois, refused: skipped },
			});
			return created;
		}).catch(translateConflict("another release was imported at the same time: try again"));
		await afterCommit(service, () =>
			sweepReleases(service).catch((error: unknown) => logFailure(error, "replaced points of interest stay for now")),
		);
		return describeRelease(record);
	} catch (error) {
		// Of a commit whose answer was lost the file stays.
		const recorded = await service.prisma.poiRelease.count({ where: { id } }).catch(() => 1);
		if (recorded === 0) await service.files.remove(fileKey);
		throw error;
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
