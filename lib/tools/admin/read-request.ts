import { createReadStream } from "node:fs";
import { DEVICE_ERASURE_MAX_BYTES } from "@/lib/domain/erasure/erase-devices";
import type { AdminCommand } from "@/lib/processes/admin/admin-command";
import type { BackupRequest } from "@/lib/processes/backup/run-backup";
import { AdminArgumentError, type AdminRequest, type ReleaseRequest } from "./arguments";

/**
 * Completes a request with the device ids that it needs, from its file or standard input.
 * @throws AdminArgumentError when they cannot be read or are too many
 */
export async function readRequest(
	request: Exclude<AdminRequest, BackupRequest | ReleaseRequest>,
	input: AsyncIterable<Uint8Array> = process.stdin,
): Promise<AdminCommand> {
	if (request.name !== "erase-device") return request;
	const { from, ...command } = request;
	const pieces: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const piece of from === null ? input : createReadStream(from)) {
			size += piece.length;
			if (size > DEVICE_ERASURE_MAX_BYTES) break;
			pieces.push(piece);
		}
	} catch (error) {
		throw new AdminArgumentError(`the device ids cannot be read: ${(error as Error).message}`);
	}
	if (size > DEVICE_ERASURE_MAX_BYTES) throw new AdminArgumentError("the device ids must have at most 16 MiB");
	return { ...command, file: Buffer.concat(pieces).toString("base64") };
}
