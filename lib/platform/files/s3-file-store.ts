import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, stat, unlink } from "node:fs/promises";
import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import {
	FileMissingError,
	type FileRange,
	type FileStore,
	fileKeySegments,
	type ListedFile,
	type StoredFile,
} from "./file-store";
import { FileStoreUrlError } from "./file-store-url";
import { LocalCopies } from "./local-copies";
import { failWith, isMissing, listOf, reasonOf, statusOf, TOO_SLOW, tagOf } from "./s3-answers";
import { connectToS3, type S3Connection, type S3Location } from "./s3-connection";
import { S3Signer } from "./s3-signer";
import { ATTEMPTS, endWhenSilent, SILENT_MS, uploadTimeoutMs } from "./s3-timeouts";
import { STORE_AWAY, STORE_ONLY_READS, StorageError, storageProblem } from "./storage-problem";
import { makePrivateDirectory, sweepDirectory } from "./work-directory";

/** A reserved name: keys never begin with a dot. */
const IDENTITY = ".identity";
const MARKER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Test object, to find out whether the store is writable again. */
const TEST_OBJECT = ".written";
const PART_BYTES = 16 * 1024 * 1024;
const CHECK_TIMEOUT_MS = 5_000;

/**
 * A file store in a bucket of an S3-compatible object store (docs/operations.md, Storage), whose
 * protocol writes objects atomically. Local copies in the work directory, one per object version,
 * are kept while in use.
 */
export class S3FileStore implements FileStore {
	readonly #location: S3Location;
	readonly #directory: string;
	readonly #silentMs: number;
	readonly #signer: S3Signer;
	readonly #copies: LocalCopies;
	#identity: Promise<string> | undefined;
	/** The last put failed, so reads alone do not prove that the store is usable. */
	#hasRefused = false;
	#opened: Promise<S3Connection> | undefined;

	/**
	 * @param directory absolute local path for work files and copies, created on first use
	 * @param silentMs timeout of a silent store; tests use a shorter one
	 */
	constructor(location: S3Location, directory: string, silentMs = SILENT_MS) {
		this.#location = location;
		this.#directory = directory;
		this.#copies = new LocalCopies(directory);
		this.#silentMs = silentMs;
		this.#signer = new S3Signer(location, () => this.#open());
	}

	directory(): undefined {
		return undefined;
	}

	/**
	 * The first of several processes creates it, by a conditional write.
	 * @throws FileStoreUrlError when the bucket is not readable and writable
	 */
	identity(): Promise<string> {
		this.#identity ??= this.#readIdentity().catch((error: unknown) => {
			this.#identity = undefined;
			const { bucket, endpoint } = this.#location;
			throw new FileStoreUrlError(
				`FILE_STORE_URL names the bucket ${bucket}${endpoint === undefined ? "" : ` at ${endpoint}`}, which is not usable (${reasonOf(error)})`,
				{ cause: error },
			);
		});
		return this.#identity;
	}

	async ask(signal: AbortSignal): Promise<void> {
		const { sdk, client } = await this.#open();
		const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS);
		const bound = { abortSignal: AbortSignal.any([signal, timeout]) };
		const wordsOf = (error: unknown) =>
			timeout.aborted ? `it has not answered for ${CHECK_TIMEOUT_MS / 1_000} s` : reasonOf(error);
		const Bucket = this.#location.bucket;
		const marker = this.#ownName(IDENTITY);
		await client
			.send(new sdk.HeadObjectCommand({ Bucket, Key: marker }), bound)
			.then(tagOf)
			.catch((error: unknown) => {
				throw this.#problem("HeadObject", marker, isMissing(error) ? "its marker is missing" : wordsOf(error));
			});
		if (!this.#hasRefused) return;
		const testObject = this.#ownName(TEST_OBJECT);
		// Not empty, because the SDK prints a warning for empty bodies.
		const write = new sdk.PutObjectCommand({ Bucket, Key: testObject, Body: "\n" });
		const refuse = (error: unknown) => {
			throw this.#problem("PutObject", testObject, wordsOf(error), STORE_ONLY_READS);
		};
		await client.send(write, bound).then(tagOf).catch(refuse);
		this.#hasRefused = false;
	}

	async put(key: string, localPath: string): Promise<StoredFile> {
		const name = this.#nameOf(key);
		const file = await open(localPath, "r");
		try {
			const { size } = await file.stat();
			const { client } = await this.#open();
			const { Upload } = await import("@aws-sdk/lib-storage");
			const Body = file.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 });
			const params = { Bucket: this.#location.bucket, Key: name, Body };
			const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 2, leavePartsOnError: true });
			const timeout = AbortSignal.timeout(uploadTimeoutMs(size, this.#silentMs));
			timeout.addEventListener("abort", () => void upload.abort());
			await upload
				.done()
				.then(tagOf)
				.catch(async (error: unknown) => {
					this.#hasRefused = true;
					await this.#dropParts(name, upload.uploadId);
					return this.#throwUnusable("PutObject", name, timeout.aborted ? TOO_SLOW : error);
				});
			this.#hasRefused = false;
			await unlink(localPath);
			return { size };
		} finally {
			await file.close();
		}
	}

	async createReadStream(key: string, { start = 0, end }: FileRange = {}): Promise<Readable> {
		const Range = start === 0 && end === undefined ? undefined : `bytes=${start.toString()}-${end?.toString() ?? ""}`;
		return this.#read(key, this.#nameOf(key), Range === undefined ? {} : { Range });
	}

	async signedUrl(key: string, seconds: number): Promise<string> {
		const name = this.#nameOf(key);
		return this.#signer.sign(name, seconds).catch((error: unknown) => this.#throwUnusable("signing", name, error));
	}

	async stat(key: string): Promise<StoredFile | undefined> {
		const found = await this.#head(key);
		return found === undefined ? undefined : { size: found.size };
	}

	async *list(within: string, pageSize = 1_000): AsyncGenerator<readonly ListedFile[]> {
		const { bucket, prefix } = this.#location;
		const { sdk, client } = await this.#open();
		const name = `${this.#nameOf(within)}/`;
		const below = { Bucket: bucket, Prefix: name, MaxKeys: pageSize };
		for (let from: string | undefined; ; ) {
			const command = new sdk.ListObjectsV2Command({ ...below, ...(from ? { ContinuationToken: from } : {}) });
			const { Contents = [], NextContinuationToken } = await this.#briefly((bound) =>
				client.send(command, bound).then(listOf),
			).catch((error: unknown) => this.#throwUnusable("ListObjectsV2", name, error));
			yield Contents.flatMap(({ Key, LastModified }) =>
				Key === undefined || LastModified === undefined
					? []
					: [{ key: Key.slice(prefix.length), modifiedAt: LastModified }],
			);
			if (NextContinuationToken === undefined) return;
			from = NextContinuationToken;
		}
	}

	async remove(key: string): Promise<void> {
		const name = this.#nameOf(key);
		const { sdk, client } = await this.#open();
		const command = new sdk.DeleteObjectCommand({ Bucket: this.#location.bucket, Key: name });
		await this.#briefly((bound) => client.send(command, bound)).catch((error: unknown) =>
			this.#throwUnusable("DeleteObject", name, error),
		);
	}

	async localPath(key: string): Promise<string> {
		const found = await this.#head(key);
		if (found === undefined) throw new FileMissingError(key);
		const name = this.#nameOf(key);
		return this.#copies.pathOf(`${key}\n${found.etag}`, found.size, async (path) => {
			const content = await this.#read(key, name, { IfMatch: found.etag });
			await pipeline(content, createWriteStream(path, { mode: 0o600 })).catch((error: unknown) =>
				this.#throwUnusable("GetObject", name, error),
			);
			const { size: came } = await stat(path);
			if (came !== found.size) throw this.#problem("GetObject", name, `${came} of ${found.size} bytes came`);
		});
	}

	workDirectory(): Promise<string> {
		return makePrivateDirectory(this.#directory);
	}

	async sweepWorkDirectory(olderThanMs: number): Promise<number> {
		return sweepDirectory(await this.workDirectory(), olderThanMs);
	}

	/** Removes parts of a failed upload, within a short timeout; a bucket rule removes the rest. */
	async #dropParts(name: string, uploadId: string | undefined): Promise<void> {
		if (uploadId === undefined) return;
		const { sdk, client } = await this.#open();
		const command = new sdk.AbortMultipartUploadCommand({
			Bucket: this.#location.bucket,
			Key: name,
			UploadId: uploadId,
		});
		await client.send(command, { abortSignal: AbortSignal.timeout(this.#silentMs) }).catch(() => undefined);
	}

	async #head(key: string): Promise<{ size: number; etag: string } | undefined> {
		const name = this.#nameOf(key);
		const { sdk, client } = await this.#open();
		try {
			const command = new sdk.HeadObjectCommand({ Bucket: this.#location.bucket, Key: name });
			const found = await this.#briefly((bound) => client.send(command, bound));
			return { size: found.ContentLength ?? 0, etag: tagOf(found) };
		} catch (error) {
			if (isMissing(error)) return undefined;
			return this.#throwUnusable("HeadObject", name, error);
		}
	}

	async #read(key: string, name: string, condition: { Range?: string; IfMatch?: string }): Promise<Readable> {
		const { sdk, reader } = await this.#open();
		try {
			const command = new sdk.GetObjectCommand({ Bucket: this.#location.bucket, Key: name, ...condition });
			const answer = await reader.send(command);
			tagOf(answer);
			const { Body } = answer;
			if (!(Body instanceof Readable)) throw new Error(`the file store sent no content of ${key}`);
			if (Body instanceof IncomingMessage) {
				const failed = (words: string) => this.#problem("GetObject", name, words);
				failWith(Body, (error) => (storageProblem(error) === undefined ? failed("it was cut off") : error));
				endWhenSilent(Body, this.#silentMs, () => failed("it stalled"));
			}
			return Body;
		} catch (error) {
			if (isMissing(error)) throw new FileMissingError(key);
			return this.#throwUnusable("GetObject", name, error);
		}
	}

	async #readIdentity(): Promise<string> {
		const name = this.#ownName(IDENTITY);
		const { sdk, client } = await this.#open();
		const read = async () => {
			const marker = (await buffer(await this.#read(IDENTITY, name, {}))).toString().trim();
			if (!MARKER.test(marker)) throw this.#problem("GetObject", name, "its marker is invalid");
			return marker;
		};
		try {
			return await read();
		} catch (error) {
			if (!(error instanceof FileMissingError)) throw error;
		}
		try {
			const object = { Bucket: this.#location.bucket, Key: name, Body: `${randomUUID()}\n`, IfNoneMatch: "*" };
			await this.#briefly((bound) => client.send(new sdk.PutObjectCommand(object), bound));
		} catch (error) {
			if (statusOf(error) !== 412 && statusOf(error) !== 409) throw error;
		}
		return read();
	}

	/** For requests without contents: bounds the whole response, even when it trickles. */
	async #briefly<Answer>(send: (bound: { abortSignal: AbortSignal }) => Promise<Answer>): Promise<Answer> {
		const abortSignal = AbortSignal.timeout(ATTEMPTS * this.#silentMs);
		try {
			return await send({ abortSignal });
		} catch (error) {
			throw abortSignal.aborted ? TOO_SLOW : error;
		}
	}

	#ownName(name: string): string {
		return `${this.#location.prefix}${name}`;
	}

	#nameOf(key: string): string {
		return `${this.#location.prefix}${fileKeySegments(key).join("/")}`;
	}

	/** An error for the log: operation, object and reason. The address was logged at the start. */
	#problem(operation: string, name: string, words: string, problem = STORE_AWAY): StorageError {
		return new StorageError(problem, `${operation} ${this.#location.bucket}/${name}: ${words}`);
	}

	/** Errors of the local disk pass through; all others are about the store. */
	#throwUnusable(operation: string, name: string, error: unknown): never {
		throw storageProblem(error) === undefined ? this.#problem(operation, name, reasonOf(error)) : error;
	}

	/** Loads the SDK on first use. */
	#open(): Promise<S3Connection> {
		this.#opened ??= connectToS3(this.#location, this.#silentMs);
		return this.#opened;
	}
}
