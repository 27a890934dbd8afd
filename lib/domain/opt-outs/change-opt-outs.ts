import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { OptOutChangeResult } from "@/lib/contract/opt-outs";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { SERVICE_ID } from "@/lib/domain/audit/service-event";
import { inspect } from "@/lib/engine/inspection/inspect";
import type { OptOutChanged } from "@/lib/engine/opt-outs/change-opt-outs";
import type { OptOutChange } from "@/lib/engine/opt-outs/merge-opt-outs";
import { OPT_OUT_SALT_BYTES } from "@/lib/formats/opt-out-hash";
import type { OptOutList } from "@/lib/generated/prisma/client";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { transact } from "@/lib/platform/db/transact";
import { receiveFile } from "@/lib/platform/files/receive-file";
import { afterCommit } from "@/lib/platform/in-one-transaction";
import type { Service } from "@/lib/platform/service";
import { refuseForm } from "@/lib/rules/documents/content-type";
import { InvalidStateError, VersionMismatchError } from "@/lib/rules/errors";
import { currentOptOuts } from "./current-list";
import { requireOptOuts } from "./require-opt-outs";
import { endUnconfirmed } from "./restored-list";

export interface OptOutUpload {
	readonly contentType: string | null;
	readonly body: AsyncIterable<Uint8Array>;
	/** Aborts the change with an error. */
	readonly signal?: AbortSignal;
	/** From `If-Match`; 0 before the first change. */
	readonly expectedRevision?: number | undefined;
}

/** Ten million ids of 64 digits, with room for other columns. */
export const OPT_OUT_MAX_BYTES = 1_073_741_824;
const TIMEOUT_MS = 600_000;
/** Any constant: two changes at a time would lose one. */
const CHANGE_LOCK = 72_261;

/**
 * `PUT`, `POST` and `DELETE /api/opt-outs`: replaces the list of device ids that must not be
 * targeted, adds to it, or removes from it (docs/contract.md, Opt-outs). Ids are hashed as they are
 * read. Agents are notified at once; later evaluations leave the devices out.
 * @throws NotFoundError unless the caller is an operator
 * @throws VersionMismatchError at another revision; InvalidStateError when another change comes
 *   first
 * @throws TooLargeError, UnsupportedMediaTypeError; InvalidArgumentError when the file is
 *   unreadable, has no id, or the list would become too long
 */
export async function changeOptOuts(
	service: Service,
	actor: Principal | SystemActor,
	change: OptOutChange,
	upload: OptOutUpload,
): Promise<OptOutChangeResult> {
	requireOptOuts(actor);
	const current = await currentOptOuts(service.prisma);
	requireRevision(current, upload.expectedRevision);
	refuseForm(upload.contentType);
	const directory = await mkdtemp(join(await service.files.workDirectory(), "opt-outs-"));
	try {
		const inputPath = join(directory, "upload");
		const outputPath = join(directory, "list.tgt");
		const { signal } = upload;
		await receiveFile(upload.body, inputPath, { maxBytes: OPT_OUT_MAX_BYTES, what: "a file of opt-outs", signal });
		const before =
			current?.file_key && current.digest
				? { path: await service.files.localPath(current.file_key), sha256: current.digest }
				: null;
		const salt = current?.salt ?? randomBytes(OPT_OUT_SALT_BYTES).toString("hex");
		const job = { change, inputPath, maxBytes: OPT_OUT_MAX_BYTES, current: before, salt, outputPath };
		const options = { caller: `opt-outs of ${userIdOf(actor) ?? "the machine"}`, signal, timeoutMs: TIMEOUT_MS };
		const changed = await inspect({ task: "opt-outs", ...job }, options);
		const id = randomUUID();
		const fileKey = changed.file && changed.file.sha256 !== current?.digest ? `opt-outs/${id}.tgt` : null;
		if (fileKey !== null) await service.files.put(fileKey, outputPath);
		try {
			return await switchOver(service, actor, { change, current, changed, id, salt, fileKey });
		} catch (error) {
			// The commit may have succeeded; then the list needs its file.
			if (fileKey !== null && !isDatabaseAway(error)) await service.files.remove(fileKey);
			throw error;
		}
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

const userIdOf = (actor: Principal | SystemActor) => ("system" in actor ? null : actor.userId);

interface Switch {
	readonly change: OptOutChange;
	readonly current: OptOutList | null;
	readonly changed: OptOutChanged;
	readonly id: string;
	readonly salt: string;
	/** Null when the file stays, or the list becomes empty. */
	readonly fileKey: string | null;
}

async function switchOver(
	service: Service,
	actor: Principal | SystemActor,
	{ change, current, changed, id, salt, fileKey }: Switch,
): Promise<OptOutChangeResult> {
	const { count, added, removed, refused, file } = changed;
	const isChanged = added + removed > 0;
	const revision = (current?.revision ?? 0) + (isChanged ? 1 : 0);
	let wasUnconfirmed = false;
	await transact(service.prisma, async (tx) => {
		await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CHANGE_LOCK}::int)`;
		if ((await currentOptOuts(tx))?.revision !== current?.revision)
			throw new InvalidStateError(
				"the list of opt-outs was changed by another request, and nothing of this file was applied: send it again",
			);
		if (isChanged) {
			const size = file?.size ?? 0;
			const changes = { changed_by_id: userIdOf(actor), changed_at: service.now() };
			await tx.optOutList.create({
				data: {
					id,
					revision,
					salt,
					file_key: fileKey,
					digest: file?.sha256 ?? null,
					size,
					id_count: count,
					...changes,
				},
				select: { id: true },
			});
		}
		// Replacing the list decides which list applies.
		if (change === "replace") wasUnconfirmed = (await endUnconfirmed(tx)) !== null;
		await recordEvent(service, tx, actor, {
			action: `${change}_opt_outs`,
			object_type: "service",
			object_id: SERVICE_ID,
			detail: { revision, id_count: count, added, removed, refused_row_count: refused.count },
		});
	});
	if (isChanged || wasUnconfirmed) await afterCommit(service, () => service.signals.emit("opt-outs"));
	return { revision, id_count: count, added, removed, refused_row_count: refused.count, refused: refused.rows };
}

function requireRevision(current: OptOutList | null, expected: number | undefined): void {
	const revision = current?.revision ?? 0;
	if (expected === undefined || expected === revision) return;
	throw new VersionMismatchError(`the list of opt-outs is at revision ${revision}, not ${expected}`);
}
