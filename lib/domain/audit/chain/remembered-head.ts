import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { FileStore } from "@/lib/platform/files/file-store";
import { isFileMissing } from "@/lib/platform/files/storage-problem";
import type { Secrets } from "@/lib/platform/secrets";
import { type Place, readPlace, writePlace } from "./place";
import { isSigned, signPlace } from "./signatures";

/**
 * The only file that changes under its key. Access to the database does not give access to the file
 * store.
 */
const KEY = "audit/head";

/** Where the chain began and ended when the service last signed a part of it. */
export interface RememberedHead {
	readonly start: Place;
	readonly end: Place;
}

/** The remembered head, or why it does not count. */
export type FoundHead =
	| (RememberedHead & { readonly text: string })
	| { readonly fault: "is gone" | "was not signed by this service" };

interface Store extends Secrets {
	readonly files: FileStore;
}

const FORM = /^(\d{1,18}:[0-9a-f]{64}) (\d{1,18}:[0-9a-f]{64}) ([0-9a-f]{64})\n$/;

/** Reads the head that {@link writeHead} wrote. */
export async function readHead(service: Store): Promise<FoundHead> {
	let text: string;
	try {
		text = (await buffer(await service.files.createReadStream(KEY))).toString();
	} catch (error) {
		if (isFileMissing(error)) return { fault: "is gone" };
		throw error;
	}
	const [, first, last, signature = ""] = FORM.exec(text) ?? [];
	if (first === undefined || last === undefined) return { fault: "was not signed by this service" };
	const [start, end] = [readPlace(first), readPlace(last)];
	const isOwn = isSigned(service, "remembered", { ...end, besides: first }, Buffer.from(signature, "hex"));
	return isOwn ? { start, end, text } : { fault: "was not signed by this service" };
}

/** Writes the head, signed under the secret of now, unless `found` is that one. */
export async function writeHead(service: Store, { start, end }: RememberedHead, found?: FoundHead): Promise<void> {
	const first = writePlace(start);
	const signature = Buffer.from(signPlace(service, "remembered", { ...end, besides: first })).toString("hex");
	const text = `${first} ${writePlace(end)} ${signature}\n`;
	if (found !== undefined && "text" in found && found.text === text) return;
	const path = join(await service.files.workDirectory(), `audit-head-${randomUUID()}`);
	try {
		await writeFile(path, text, { mode: 0o600 });
		await service.files.put(KEY, path);
	} finally {
		await rm(path, { force: true });
	}
}
