import { createHash, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { mayOperate } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import { recordEvent } from "@/lib/audit/record-event";
import type { BuildDetail } from "@/lib/contract/build";
import { setNames } from "@/lib/contract/design";
import { DESIGN_ACTIONS } from "@/lib/contract/transitions";
import { isDatabaseAway } from "@/lib/db/database-away";
import { transact } from "@/lib/db/transact";
import { designChanged } from "@/lib/designs/claim-edit";
import { findDesignOrThrow } from "@/lib/designs/find-design";
import type { DesignRecord } from "@/lib/designs/load-designs";
import { effectivePrice } from "@/lib/designs/price";
import { dropGeofences } from "@/lib/designs/store-geofences";
import { ForbiddenError, InvalidArgumentError, InvalidStateError } from "@/lib/errors";
import { receiveFile } from "@/lib/files/receive-file";
import { inspect } from "@/lib/inspection/inspect";
import type { FileFacts } from "@/lib/inspection/jobs";
import { refreshDesignSearch } from "@/lib/search/refresh-documents";
import type { Service, Transaction } from "@/lib/service";
import { EXTERNAL_FILES } from "./describe-builds";
import { findBuildOrThrow } from "./get-build";

/** A targeting file on its way in. */
export interface BuildUpload {
	readonly body: AsyncIterable<Uint8Array>;
	/** Where it comes from, for the record. */
	readonly reason?: string | undefined;
	/** From `If-Match`. */
	readonly expectedRevision?: number | undefined;
}

/** Files are large, and every byte of them is looked at. */
const CHECK_TIMEOUT_MS = 300_000;
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * `PUT /api/designs/<id>/external-build`: an operator uploads a targeting file that was made elsewhere (design.md section 4,
 * item 18). It counts once the reader that agents use has found it right; then it is the design's newest completed build, and
 * the design is tied to it: its sets are the file's, and it cannot be edited any more.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, TooLargeError
 * @throws InvalidStateError while a build of the design is under way
 * @throws InvalidArgumentError saying what is wrong with the file, of which nothing is kept then
 */
export async function uploadBuild(
	service: Service,
	principal: Principal,
	designId: string,
	upload: BuildUpload,
): Promise<BuildDetail> {
	const { record } = await findDesignOrThrow(service.prisma, principal, designId);
	if (!mayOperate(principal)) throw new ForbiddenError("only operators may upload targeting files made elsewhere");
	requireSettled(record.status);
	const buildId = randomUUID();
	const localPath = join(await service.files.workDirectory(), `upload-${buildId}.tgt`);
	const fileKey = `${EXTERNAL_FILES}${buildId}.tgt`;
	try {
		const sha256 = await receive(upload.body, localPath, service.settings.BUILD_MAX_BYTES);
		// Minutes of it leave the uploader's own estimates and tests alone.
		const caller = `upload ${principal.userId}`;
		const facts = await inspect({ task: "check", path: localPath }, { caller, timeoutMs: CHECK_TIMEOUT_MS });
		requireFitting(record, facts);
		await service.files.put(fileKey, localPath);
		const replaced = await transact(service.prisma, (tx) =>
			tieToFile(service, tx, principal, designId, { buildId, fileKey, sha256, facts, upload }),
		).catch(async (error: unknown) => {
			// Of a commit whose answer was lost nobody knows whether it counts, and the build would be without its file.
			if (!isDatabaseAway(error)) await service.files.remove(fileKey);
			throw error;
		});
		await dropGeofences(service, replaced);
	} finally {
		await rm(localPath, { force: true });
	}
	return findBuildOrThrow(service.prisma, principal, buildId);
}

function requireSettled(status: DesignRecord["status"]): void {
	const allowed: readonly string[] = DESIGN_ACTIONS.request_build;
	if (allowed.includes(status)) return;
	throw new InvalidStateError(
		`cannot upload a build of a design whose status is '${status}': it must be '${allowed.join("', '")}'`,
	);
}

/** Writes the body to a file. @returns its SHA-256 in hex */
async function receive(body: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<string> {
	const hash = createHash("sha256");
	async function* hashed() {
		for await (const chunk of body) {
			hash.update(chunk);
			yield chunk;
		}
	}
	await receiveFile(hashed(), path, { maxBytes, what: "A targeting file" });
	return hash.digest("hex");
}

/** @throws InvalidArgumentError for a file that is none of this design's kind, or whose sets the service cannot name */
function requireFitting({ type }: DesignRecord, { kind, sets }: FileFacts): void {
	if (kind !== type) {
		const what = kind === "proximity" ? "a proximity filter" : "an audience set";
		throw new InvalidArgumentError(`the file is ${what}, and the design is of type '${type}'`);
	}
	if (sets.length === 0) throw new InvalidArgumentError("the file has no sets");
	const unnamed = sets.find(({ set_id }) => !GUID.test(set_id));
	if (unnamed !== undefined)
		throw new InvalidArgumentError(`the set '${unnamed.set_name}' of the file has an id that is no GUID`);
	const ids = new Set(sets.map((set) => set.set_id.toLowerCase()));
	if (ids.size < sets.length) throw new InvalidArgumentError("two sets of the file have the same id");
	const codes = new Set(sets.map((set) => set.targeting_code));
	if (codes.size < sets.length) throw new InvalidArgumentError("two sets of the file have the same targeting code");
	for (const set of sets) requireNameable(set);
}

/** @throws InvalidArgumentError for a set whose name or targeting code nobody could give it as JSON */
function requireNameable({ set_id, set_name, targeting_code }: FileFacts["sets"][number]): void {
	const wrong = (problem: string) => new InvalidArgumentError(`the set ${set_id} of the file: ${problem}`);
	const [issue] = setNames.safeParse({ set_name, targeting_code }).error?.issues ?? [];
	if (issue !== undefined) throw wrong(`'${issue.path.join(".")}' ${issue.message}`);
	// PostgreSQL's text holds neither.
	if (set_name.includes("\0") || !set_name.isWellFormed()) {
		throw wrong("'set_name' holds NUL or half a surrogate pair");
	}
}

interface Verified {
	readonly buildId: string;
	readonly fileKey: string;
	readonly sha256: string;
	readonly facts: FileFacts;
	readonly upload: BuildUpload;
}

/** @returns the collections of geofences that the design had */
async function tieToFile(
	service: Service,
	tx: Transaction,
	principal: Principal,
	designId: string,
	{ buildId, fileKey, sha256, facts, upload }: Verified,
): Promise<string[]> {
	const now = service.now();
	const { count } = await tx.design.updateMany({
		where: {
			id: designId,
			status: { in: [...DESIGN_ACTIONS.request_build] },
			...(upload.expectedRevision === undefined ? {} : { revision: upload.expectedRevision }),
		},
		data: { status: "built", statusReason: null, externalBuild: true, updatedAt: now, revision: { increment: 1 } },
	});
	const found = await findDesignOrThrow(tx, principal, designId);
	const { record } = found;
	if (count === 0) {
		requireSettled(record.status);
		throw await designChanged(tx, principal, found, upload.expectedRevision);
	}
	const earlier = await tx.build.count({ where: { designId, status: "done" } });
	const sets = facts.sets.map(({ set_id, set_name: name, targeting_code: targetingCode, itemCount }, position) => ({
		setId: set_id.toLowerCase(),
		name,
		targetingCode,
		itemCount,
		position,
	}));
	await tx.build.create({
		data: {
			id: buildId,
			designId,
			type: record.type,
			name: record.name,
			status: "done",
			reason: upload.reason ?? "uploaded: made outside the designer tools",
			requestedById: principal.userId,
			requestedByOrgId: principal.organizationId,
			requestedAt: now,
			completedAt: now,
			isFirst: earlier === 0,
			size: facts.size,
			digest: sha256,
			fileKey,
			formatVersion: facts.formatVersion,
			sources: facts.sources,
			priceCpm: effectivePrice(record, record.ownerOrg),
			percent: 100,
			sets: { createMany: { data: sets } },
		},
		select: { id: true },
	});
	await tx.designSet.deleteMany({ where: { designId } });
	// A file of another design of this service brings that one's set ids: they stay the build's, and the design gets its own.
	const taken = await tx.designSet.findMany({
		where: { id: { in: sets.map(({ setId }) => setId) } },
		select: { id: true },
	});
	const others = new Set(taken.map(({ id }) => id));
	await tx.designSet.createMany({
		data: sets.map(({ setId, name, targetingCode, position }) => ({
			id: others.has(setId) ? randomUUID() : setId,
			designId,
			name,
			targetingCode,
			position,
			createdAt: now,
			updatedAt: now,
			updatedById: principal.userId,
		})),
	});
	await tx.design.update({
		where: { id: designId },
		data: { mostRecentBuildId: buildId, designSize: facts.itemCount },
		select: { id: true },
	});
	await refreshDesignSearch(tx, designId);
	await recordEvent(service, tx, principal, {
		action: "upload_build",
		objectType: "design",
		objectId: designId,
		designId,
		organizationId: record.ownerOrgId,
		statusAfter: "built",
		reason: upload.reason ?? null,
		detail: {
			build_id: buildId,
			size: facts.size,
			digest: `sha256:${sha256}`,
			replaced_sets: record.sets.map((set) => set.name),
		},
	});
	return record.sets.flatMap((set) => set.geofenceCollectionId ?? []);
}
