import { createHash, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { BuildDetail } from "@/lib/contract/build";
import { mayOperate } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { findDesignOrThrow } from "@/lib/domain/designs/find-design-or-throw";
import { designRefusal } from "@/lib/domain/designs/move-design";
import { dropReplacedGeofences } from "@/lib/domain/designs/store-geofences";
import { inspect } from "@/lib/engine/inspection/inspect";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { transact } from "@/lib/platform/db/transact";
import { receiveFile } from "@/lib/platform/files/receive-file";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { EXTERNAL_FILES } from "./describe-builds";
import { findBuildOrThrow } from "./get-build";
import { requireFitting } from "./require-fitting";
import { writeExternalBuild } from "./write-external-build";

/** An uploaded targeting file. */
export interface BuildUpload {
	readonly body: AsyncIterable<Uint8Array>;
	/** The origin of the file, for the audit event. */
	readonly reason?: string | undefined;
	/** From `If-Match`. */
	readonly expectedRevision?: number | undefined;
}

/** Files are large, and the check reads every byte. */
const CHECK_TIMEOUT_MS = 300_000;

/**
 * `PUT /api/designs/<id>/external-build` (docs/contract.md, External builds): an operator attaches
 * a targeting file that was made elsewhere. If the agents' reader accepts the file, it becomes the
 * design's newest completed build and its sets become the design's, which can no longer be edited.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, TooLargeError
 * @throws InvalidStateError while a build of the design is open
 * @throws InvalidArgumentError naming what is wrong with the file, which is then removed
 */
export async function attachExternalBuild(
	service: Service,
	principal: Principal,
	designId: string,
	upload: BuildUpload,
): Promise<BuildDetail> {
	const { record } = await findDesignOrThrow(service.prisma, principal, designId);
	if (!mayOperate(principal)) throw new ForbiddenError("only operators may attach an external build");
	const refused = designRefusal("attach_external_build", record.status);
	if (refused !== null) throw refused;
	const buildId = randomUUID();
	const localPath = join(await service.files.workDirectory(), `upload-${buildId}.tgt`);
	const fileKey = `${EXTERNAL_FILES}${buildId}.tgt`;
	try {
		const sha256 = await receive(upload.body, localPath, service.settings.BUILD_MAX_BYTES);
		// A caller of its own, so that a long check does not count among the uploader's estimates
		// and tests.
		const caller = { ...principal, userId: `upload ${principal.userId}` };
		const contents = await inspect({ task: "check", path: localPath }, { caller, timeoutMs: CHECK_TIMEOUT_MS });
		requireFitting(record, contents);
		await service.files.put(fileKey, localPath);
		const { replaced, build } = await transact(service.prisma, async (tx) => {
			const collectionIds = await writeExternalBuild(service, tx, principal, designId, {
				build_id: buildId,
				file_key: fileKey,
				sha256,
				contents,
				reason: upload.reason,
				expectedRevision: upload.expectedRevision,
			});
			return { replaced: collectionIds, build: await findBuildOrThrow(tx, principal, buildId) };
		}).catch(async (error: unknown) => {
			// The commit may have succeeded although its answer was lost; the build then needs the
			// file.
			if (!isDatabaseAway(error)) await service.files.remove(fileKey);
			throw error;
		});
		await dropReplacedGeofences(service, replaced);
		return build;
	} finally {
		await rm(localPath, { force: true });
	}
}

/**
 * Writes the body to a file.
 * @returns its SHA-256 in hex
 */
async function receive(body: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<string> {
	const hash = createHash("sha256");
	async function* hashed() {
		for await (const chunk of body) {
			hash.update(chunk);
			yield chunk;
		}
	}
	await receiveFile(hashed(), path, { maxBytes, what: "a targeting file" });
	return hash.digest("hex");
}
