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

/** A release that a process has open. */
interface OpenFile {
	readonly key: string;
	readonly reader: Promise<ReleaseReader>;
	/** Calls that read it now. */
	readings: number;
}

/** The newest of a process. */
const newest = new WeakMap<Service["files"], OpenFile>();

/**
 * Reads the current release, which stays open until `read` has ended, whatever becomes current
 * meanwhile. `read` gets null without one, and where its file is lost.
 */
export async function readCurrentRelease<T>(
	service: Service,
	read: (release: CurrentRelease | null) => Promise<T>,
): Promise<T> {
	const found = await service.prisma.poiRelease.findFirst({
		where: { current: true, file_key: { not: null } },
		select: { id: true, name: true, imported_at: true, file_key: true },
	});
	if (found?.file_key == null) return read(null);
	const { id, name, imported_at: importedAt, file_key: fileKey } = found;
	const file = fileOf(service, fileKey);
	file.readings += 1;
	try {
		const reader = await file.reader.catch((error: unknown) => {
			if (error instanceof FileMissingError) return null;
			throw error;
		});
		return await read(reader === null ? null : { id, name, importedAt, reader });
	} finally {
		file.readings -= 1;
		closeOutdated(service, file);
	}
}

/**
 * Reads the current release as {@link readCurrentRelease} does.
 * @throws InvalidStateError without one
 */
export function requireCurrentRelease<T>(service: Service, read: (release: CurrentRelease) => Promise<T>): Promise<T> {
	return readCurrentRelease(service, (release) => {
		if (release !== null) return read(release);
		throw new InvalidStateError("the service has no points of interest: an operator can import a release");
	});
}

function fileOf(service: Service, key: string): OpenFile {
	const before = newest.get(service.files);
	if (before?.key === key) return before;
	const file = { key, reader: open(service, key), readings: 0 };
	newest.set(service.files, file);
	file.reader.catch(() => {
		if (newest.get(service.files) === file) newest.delete(service.files);
	});
	if (before !== undefined) closeOutdated(service, before);
	return file;
}

function closeOutdated({ files }: Service, file: OpenFile): void {
	if (file.readings > 0 || newest.get(files) === file) return;
	void file.reader.then((reader) => reader.close()).catch(() => undefined);
}

async function open({ files }: Service, key: string): Promise<ReleaseReader> {
	try {
		const path = await files.localPath(key);
		return await openRelease(path, { tempDirectory: await files.workDirectory(), memoryLimitMb: READER_MEMORY_MB });
	} catch (error) {
		if ((await files.stat(key)) === undefined) throw new FileMissingError(key);
		throw error;
	}
}
