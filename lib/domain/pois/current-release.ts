import { openRelease, type ReleaseReader } from "@/lib/engine/pois/release-reader";
import { FileMissingError } from "@/lib/platform/files/file-store";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";

/** Bytes of the release that a process keeps in memory. */
const READER_MEMORY_MB = 256;

/** The current release, open for reading. */
export interface CurrentRelease {
	readonly id: string;
	readonly name: string;
	readonly importedAt: Date;
	readonly reader: ReleaseReader;
}

interface Opened {
	readonly fileKey: string;
	readonly reader: Promise<ReleaseReader>;
}

/** The release that a process has open. */
const opened = new WeakMap<Service["files"], Opened>();

/** The current release; null without one, and where its file is lost. */
export async function findCurrentRelease(service: Service): Promise<CurrentRelease | null> {
	const found = await service.prisma.poiRelease.findFirst({
		where: { current: true, file_key: { not: null } },
		select: { id: true, name: true, imported_at: true, file_key: true },
	});
	if (found?.file_key == null) return null;
	const { id, name, imported_at: importedAt, file_key: fileKey } = found;
	try {
		return { id, name, importedAt, reader: await readerOf(service, fileKey) };
	} catch (error) {
		if (error instanceof FileMissingError) return null;
		throw error;
	}
}

/** @throws InvalidStateError without a current release */
export async function requireCurrentRelease(service: Service): Promise<CurrentRelease> {
	const release = await findCurrentRelease(service);
	if (release !== null) return release;
	throw new InvalidStateError("the service has no points of interest: an operator can import a release");
}

function readerOf(service: Service, fileKey: string): Promise<ReleaseReader> {
	const before = opened.get(service.files);
	if (before?.fileKey === fileKey) return before.reader;
	const reader = open(service, fileKey);
	const own = { fileKey, reader };
	opened.set(service.files, own);
	reader.catch(() => {
		if (opened.get(service.files) === own) opened.delete(service.files);
	});
	// Its last queries are answered before it closes.
	void before?.reader.then((outdated) => outdated.close()).catch(() => undefined);
	return reader;
}

async function open({ files }: Service, fileKey: string): Promise<ReleaseReader> {
	if ((await files.stat(fileKey)) === undefined) throw new FileMissingError(fileKey);
	const path = await files.localPath(fileKey);
	return openRelease(path, { tempDirectory: await files.workDirectory(), memoryLimitMb: READER_MEMORY_MB });
}
