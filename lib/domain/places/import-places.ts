import type { PlaceImport } from "@/lib/contract/place";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { GeofenceUpload } from "@/lib/domain/designs/import-geofences";
import { readChunks } from "@/lib/domain/designs/read-set-geofences";
import {
	dropGeofences,
	dropReplacedGeofences,
	type StoredGeofences,
	storeGeofences,
} from "@/lib/domain/designs/store-geofences";
import { takeGeofenceFile } from "@/lib/domain/designs/take-geofence-file";
import { changedAt, type Expectation, requireRevision } from "@/lib/domain/lists/define-resource";
import { decodeGeofenceChunk } from "@/lib/engine/geofences/chunks";
import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { refuseForm } from "@/lib/rules/documents/content-type";
import { allRowsRefused } from "@/lib/rules/documents/rows-refused";
import { InvalidArgumentError, TooLargeError } from "@/lib/rules/errors";
import { spanOf } from "@/lib/rules/geofences/bounds";
import { searchDocument } from "@/lib/rules/text/normalize";
import { categories, requirePlaceKeeper } from "./categories";

/** Places of a category, which a check holds in memory. */
const MOST_PLACES = 200_000;

/**
 * `PUT /api/place-categories/<id>/places`: replaces the places of a category from a file, which is
 * read as one of geofences (docs/contract.md, Geofences), all or nothing.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, UnsupportedMediaTypeError
 * @throws TooLargeError for a file beyond GEOFENCES_MAX_BYTES, or with more than 200,000 places
 * @throws InvalidArgumentError when nothing of the file is taken
 */
export async function importPlaces(
	service: Service,
	principal: Principal,
	categoryId: string,
	upload: GeofenceUpload,
): Promise<PlaceImport> {
	refuseForm(upload.contentType);
	const category = await categories.find(service.prisma, principal, categoryId);
	requirePlaceKeeper(principal);
	const expected = { revision: upload.expectedRevision };
	requireRevision("place category", category, expected);
	const maxBytes = service.settings.GEOFENCES_MAX_BYTES;
	const stored = await takeGeofenceFile(service, principal, upload, (text) =>
		storeGeofences(service, { maxBytes, bare: true }, text),
	);
	try {
		refuseUnusable(stored);
		await storeNames(service, stored.collectionId);
		upload.signal?.throwIfAborted();
		const revision = await replacePlaces(service, principal, categoryId, stored, expected);
		return {
			category_id: categoryId,
			accepted_row_count: stored.accepted,
			refused_row_count: stored.refusedCount,
			refused: stored.refused,
			warnings: stored.warnings,
			bounds: stored.bounds,
			revision,
		};
	} catch (error) {
		await dropGeofences(service, [stored.collectionId]);
		throw error;
	}
}

function refuseUnusable({ accepted, refusedCount, refused }: StoredGeofences): void {
	if (accepted > MOST_PLACES) {
		throw new TooLargeError(`a category takes at most ${MOST_PLACES.toLocaleString("en-US")} places`);
	}
	if (accepted > 0) return;
	if (refusedCount === 0) throw new InvalidArgumentError("the file holds no places, and the category was not changed");
	throw allRowsRefused({ count: refusedCount, rows: refused });
}

/** Stores the names of a collection for the search, chunk by chunk. */
async function storeNames(service: Service, collectionId: string): Promise<void> {
	let first = 0;
	for await (const chunk of readChunks(service, collectionId)) {
		const geofences = await decodeGeofenceChunk(chunk);
		const rows = geofences.flatMap((geofence, index) => {
			const { name } = geofence.properties;
			if (name === undefined) return [];
			const [west, south, east, north] = spanOf(geofence);
			const middle = (west + east) / 2;
			const longitude = middle > 180 ? middle - 360 : middle;
			return [
				{ position: first + index, name, document: searchDocument([name]), latitude: (south + north) / 2, longitude },
			];
		});
		first += geofences.length;
		if (rows.length === 0) continue;
		await service.prisma.$executeRaw(Prisma.sql`
			INSERT INTO places (collection_id, position, name, search_document, latitude, longitude)
			SELECT ${collectionId}::uuid, v.* FROM unnest(${rows.map(({ position }) => position)}::int[], ${rows.map(({ name }) => name)}::text[],
				${rows.map(({ document }) => document)}::text[], ${rows.map(({ latitude }) => latitude)}::float8[],
				${rows.map(({ longitude }) => longitude)}::float8[]) AS v`);
	}
}

async function replacePlaces(
	service: Service,
	principal: Principal,
	categoryId: string,
	{ collectionId, accepted, refusedCount }: StoredGeofences,
	expected: Expectation,
): Promise<number> {
	const [revision, replaced] = await transact(service.prisma, async (tx) => {
		const before = await categories.findForChange(tx, principal, categoryId, expected);
		const changed = await tx.placeCategory.update({
			where: { id: categoryId },
			data: { geofence_collection_id: collectionId, ...changedAt(service.now()) },
			select: { revision: true },
		});
		await recordEvent(service, tx, principal, {
			action: "import_places",
			object_type: "place_category",
			object_id: categoryId,
			detail: { accepted, refused: refusedCount },
		});
		return [changed.revision, before.geofence_collection_id] as const;
	});
	if (replaced !== null) await dropReplacedGeofences(service, [replaced]);
	return revision;
}
