import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { shareOfMemory } from "@/lib/platform/memory-limit.mjs";
import { tooLargeConverted } from "./written-text";

/** The parts of gdal3.js in use. */
interface Gdal {
	open(path: string, options: string[]): Promise<{ datasets: Dataset[]; errors: { message: string }[] }>;
	ogrinfo(dataset: Dataset): Promise<OgrInfo>;
	/** Writes to the directory that GDAL is turned to; `real` is under the one that it was started with. */
	ogr2ogr(dataset: Dataset, options: string[], name: string): Promise<{ local: string; real: string }>;
	close(dataset: Dataset): Promise<void>;
	readonly Module: { readonly FS: FileSystem; readonly NODEFS: object; readonly HEAPU8: Uint8Array };
}

/** The files that GDAL can reach: in the two directories, and in this thread's memory. */
interface FileSystem {
	mount(type: object, options: { root: string }, path: string): void;
	unmount(path: string): void;
	write(stream: object, bytes: ArrayBufferView, offset: number, length: number, ...rest: unknown[]): number;
}

export type Dataset = { readonly __dataset: never };

interface OgrInfo {
	driverShortName: string;
	layers: {
		name: string;
		featureCount: number;
		geometryFields: { coordinateSystem?: object }[];
		fields: { name: string }[];
	}[];
}

interface Config {
	path: string;
	dest: string;
	logHandler: (message: string) => void;
	errorHandler: (message: string) => void;
}

/** The limit of GDAL's memory: allocations beyond it fail, as if the machine had no more. */
const MAX_MEMORY_BYTES = shareOfMemory(1_024) * 1_024 ** 2;
const PAGE_BYTES = 65_536;
/** Where it sees the directory that it writes to. */
const OUTPUT = "/output";
/** One of them is passed on. */
const MOST_ERRORS = 20;

/** GDAL on this thread, which it has for itself. */
export interface StartedGdal {
	readonly gdal: Gdal;
	/** Takes the errors that GDAL wrote since the last time. */
	takeErrors(): string[];
	/** Has it write to another directory, at most so much again. */
	turnTo(directory: string, maxBytes: number): StartedGdal;
	/** Whether its memory is as it was at first: it grows for a large file, and never shrinks. */
	isSmall(): boolean;
}

/**
 * Starts GDAL in WebAssembly, once on a thread: it sees the directory of a file that it opens and
 * `directory`, to which it writes, and nothing else of the machine.
 * @param maxBytes the bytes that it may write, temporary files included; a call that writes more
 *   throws a TooLargeError, and GDAL cannot be used any further
 */
export async function startGdal(directory: string, maxBytes: number): Promise<StartedGdal> {
	boundMemory();
	const require = createRequire(import.meta.url);
	const script = require.resolve("gdal3.js/node.js");
	const init = require(script) as (config: Config) => Promise<Gdal>;
	let errors: string[] = [];
	const gdal = await init({
		// It reads its data by a path that it makes relative to the working directory.
		path: relative(process.cwd(), join(dirname(script), "dist", "package")),
		dest: directory,
		logHandler: () => undefined,
		errorHandler: (message) => {
			if (message.startsWith("ERROR") && errors.length < MOST_ERRORS) errors.push(message.replace(/^ERROR \d+: /, ""));
		},
	});
	const { FS, NODEFS, HEAPU8 } = gdal.Module;
	const setLeft = boundWrites(FS);
	setLeft(maxBytes);
	const started: StartedGdal = {
		gdal,
		takeErrors() {
			const taken = errors;
			errors = [];
			return taken;
		},
		turnTo(to, most) {
			FS.unmount(OUTPUT);
			FS.mount(NODEFS, { root: to }, OUTPUT);
			setLeft(most);
			errors = [];
			return started;
		},
		isSmall: () => gdal.Module.HEAPU8.length === HEAPU8.length,
	};
	return started;
}

function boundMemory(): void {
	const { grow } = WebAssembly.Memory.prototype;
	WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
		if (this.buffer.byteLength + pages * PAGE_BYTES > MAX_MEMORY_BYTES) throw new RangeError("no more memory");
		return grow.call(this, pages);
	};
}

/** @returns sets the bytes that may be written from then on */
function boundWrites(files: FileSystem): (maxBytes: number) => void {
	const { write } = files;
	let [maxBytes, left] = [0, 0];
	files.write = (stream, bytes, offset, length, ...rest) => {
		left -= length;
		// After an error of the file system GDAL would go on; this one ends the call.
		if (left < 0) throw tooLargeConverted(maxBytes);
		return write(stream, bytes, offset, length, ...rest);
	};
	return (most) => {
		[maxBytes, left] = [most, most];
	};
}
