import type { Principal } from "@/lib/domain/access/principal";
import { END_OF_PART, UPDATE_PARTS } from "@/lib/engine/geofences/update-geofences";
import type { Service } from "@/lib/platform/service";
import { UnavailableError } from "@/lib/rules/errors";
import { designChanged, requireEditor } from "./claim-edit";
import { findDesignOrThrow } from "./find-design-or-throw";
import { readChunks } from "./read-set-geofences";
import {
	type ContentsChange,
	ContentsMovedError,
	findContents,
	type ReplacedContents,
	replaceContents,
	type SetPath,
} from "./replace-contents";
import { dropGeofences, dropReplacedGeofences, type StoredGeofences, storeGeofences } from "./store-geofences";

/** An update of a large set takes seconds, within which others may change the set. */
const ATTEMPTS = 3;

/**
 * Updates a set by the ids of a stored file: a third collection is made of both on the intake's
 * thread, before a short transaction. An update that changes nothing leaves the design as it is.
 * The file's collection stays the caller's only while this throws.
 * @throws as `replaceContents`; UnavailableError while others keep changing the set
 */
export async function updateContents(
	service: Service,
	principal: Principal,
	set: SetPath,
	{ file, ...change }: Pick<ContentsChange, "expectedRevision" | "conclude"> & { file: StoredGeofences },
): Promise<ReplacedContents> {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
		const { collectionId: base } = await findContents(service.prisma, set);
		const stored = await storeGeofences(
			service,
			{ update: true },
			partsOf(service, { file: file.collectionId, set: base }),
		);
		try {
			const counts = stored.update;
			if (counts === undefined) throw new Error("an update counts what it does");
			if (counts.updated + counts.added + counts.removed === 0) {
				const unchanged = await describeUnchanged(service, principal, set, change.expectedRevision);
				await dropReplacedGeofences(service, [stored.collectionId, file.collectionId]);
				return { ...unchanged, counts, bounds: stored.bounds };
			}
			const replaced = await replaceContents(service, principal, set, {
				...change,
				contents: { mode: "update", stored, base, counts },
				action: "import_geofences",
				detail: { accepted: file.accepted, refused: file.refusedCount },
			});
			await dropReplacedGeofences(service, [file.collectionId]);
			return replaced;
		} catch (error) {
			await dropGeofences(service, [stored.collectionId]);
			if (!(error instanceof ContentsMovedError)) throw error;
		}
	}
	throw new UnavailableError("others are changing the geofences of the set: send the update again");
}

async function* partsOf(
	service: Service,
	collections: { file: string; set: string | null },
): AsyncGenerator<Uint8Array> {
	for (const part of UPDATE_PARTS) {
		yield* readChunks(service, collections[part]);
		yield END_OF_PART;
	}
}

async function describeUnchanged(
	service: Service,
	principal: Principal,
	{ designId }: SetPath,
	expectedRevision: number | undefined,
): Promise<Pick<ReplacedContents, "revision" | "designSize">> {
	const found = await findDesignOrThrow(service.prisma, principal, designId);
	requireEditor(principal, found.record);
	const { revision, design_size: designSize } = found.record;
	if (expectedRevision === undefined || expectedRevision === revision) return { revision, designSize };
	throw await designChanged(service.prisma, principal, found, expectedRevision);
}
