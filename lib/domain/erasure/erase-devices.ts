import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DeviceErasure } from "@/lib/contract/opt-outs";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { SERVICE_ID } from "@/lib/domain/audit/service-event";
import { eraseVisits } from "@/lib/domain/inventory/erase-visits";
import { changeOptOuts, type OptOutUpload } from "@/lib/domain/opt-outs/change-opt-outs";
import { requireOptOuts } from "@/lib/domain/opt-outs/require-opt-outs";
import { type RefusedIds, readDeviceIds } from "@/lib/engine/opt-outs/read-device-ids";
import { type DeviceId, parseDeviceId } from "@/lib/formats/device-id";
import { transact } from "@/lib/platform/db/transact";
import { receiveFile } from "@/lib/platform/files/receive-file";
import type { Service } from "@/lib/platform/service";
import { refuseForm } from "@/lib/rules/documents/content-type";
import { allRowsRefused } from "@/lib/rules/documents/rows-refused";
import { InvalidArgumentError } from "@/lib/rules/errors";

/** Ids of one erasure; each is looked for in all data. */
const MOST_DEVICES = 100_000;
export const DEVICE_ERASURE_MAX_BYTES = 16_777_216;

/**
 * `POST /api/device-erasures` and `npm run admin -- erase-device`: puts devices on the list of
 * opt-outs, so that no agent answers them from then on, and writes the data of every inventory
 * source again without them (docs/contract.md, Erasure). Targeting files have fingerprints of ids
 * alone; the next build is without the device.
 * @returns the proof: how much was found in which place, without ids
 * @throws NotFoundError unless the caller is an operator
 * @throws TooLargeError, UnsupportedMediaTypeError; InvalidArgumentError when the file is
 *   unreadable, has no id, or more than MOST_DEVICES
 * @throws InvalidStateError when a source changes again and again meanwhile
 */
export async function eraseDevices(
	service: Service,
	actor: Principal | SystemActor,
	upload: OptOutUpload,
): Promise<DeviceErasure> {
	requireOptOuts(actor);
	refuseForm(upload.contentType);
	const directory = await mkdtemp(join(await service.files.workDirectory(), "erasure-"));
	try {
		const inputPath = join(directory, "upload");
		const { contentType, signal } = upload;
		const maxBytes = DEVICE_ERASURE_MAX_BYTES;
		await receiveFile(upload.body, inputPath, { maxBytes, what: "a file of devices to erase", signal });
		const { devices, refused } = await readDevices(inputPath, signal);
		const body = createReadStream(inputPath);
		const optedOut = await changeOptOuts(service, actor, "add", { contentType, body, ...(signal && { signal }) });
		const sources = await service.prisma.inventorySource.findMany({
			where: { current_import_id: { not: null } },
			select: { id: true, slug: true },
			orderBy: { slug: "asc" },
		});
		const found: DeviceErasure["sources"] = [];
		for (const { id, slug } of sources) {
			const { rows, files } = await eraseVisits(service, actor, id, devices);
			if (rows > 0) found.push({ slug, erased_row_count: rows, rewritten_file_count: files });
		}
		const counts = {
			device_count: devices.length,
			opt_outs_added: optedOut.added,
			searched_source_count: sources.length,
		};
		return await recordErasure(service, actor, { ...counts, sources: found }, refused);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function readDevices(
	path: string,
	signal: AbortSignal = new AbortController().signal,
): Promise<{ devices: DeviceId[]; refused: RefusedIds }> {
	const devices = new Map<string, DeviceId>();
	const take = (text: string) => {
		const device = parseDeviceId(text);
		if (device !== null) devices.set(Buffer.from(device.bytes).toString("hex"), device);
		if (devices.size > MOST_DEVICES)
			throw new InvalidArgumentError(`at most ${MOST_DEVICES.toLocaleString("en-US")} devices are erased at a time`);
	};
	const refused = await readDeviceIds(path, { maxBytes: DEVICE_ERASURE_MAX_BYTES, take, signal });
	if (devices.size > 0) return { devices: [...devices.values()], refused };
	if (refused.count > 0) throw allRowsRefused(refused);
	throw new InvalidArgumentError("the file has no device ids, and nothing was erased");
}

/** The digest covers the counts and the time; the audit has both. */
async function recordErasure(
	service: Service,
	actor: Principal | SystemActor,
	counts: Omit<DeviceErasure, "at" | "digest" | "refused_row_count" | "refused">,
	{ count, rows }: RefusedIds,
): Promise<DeviceErasure> {
	const proof = { ...counts, at: service.now().toISOString() };
	const digest = `sha256:${createHash("sha256").update(JSON.stringify(proof)).digest("hex")}`;
	await transact(service.prisma, (tx) =>
		recordEvent(service, tx, actor, {
			action: "erase_devices",
			object_type: "service",
			object_id: SERVICE_ID,
			detail: {
				...{ device_count: counts.device_count, opt_outs_added: counts.opt_outs_added },
				...{ searched_source_count: counts.searched_source_count, sources: counts.sources, at: proof.at, digest },
			},
		}),
	);
	return { ...proof, digest, refused_row_count: count, refused: rows };
}
