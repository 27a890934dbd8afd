import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

export interface ObjectStore {
	bucket: string;
	/** Credentials for the SDK. */
	environment: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
	/** FILE_STORE_URL of a prefix in the bucket. */
	url(prefix: string): string;
	stop(): Promise<void>;
}

/**
 * Adds S3's `If-None-Match: *` on PUT, which the server lacks: one of several writes creates the
 * object, the others are refused.
 */
function conditionalWrites({ store }: S3rver): S3rver["middleware"][number] {
	const underWay = new Map<string, Promise<void>>();
	return async (context, next) => {
		const { method, path } = context;
		if (method !== "PUT" || context.get("if-none-match") !== "*") return next();
		const [bucket = "", ...key] = path.slice(1).split("/").map(decodeURIComponent);
		const write = async () => {
			if (!(await store.existsObject(bucket, key.join("/")))) return next();
			context.status = 412;
			context.type = "application/xml";
			context.body = "<Error><Code>PreconditionFailed</Code></Error>";
		};
		const own = (underWay.get(path) ?? Promise.resolve()).then(write);
		underWay.set(
			path,
			own.catch(() => undefined),
		);
		await own;
	};
}

/**
 * Repairs lists of objects: the server rejects their signature, because it drops the slash at the
 * end of a bucket's path, and its page marks need a cipher that Node.js has removed. The contents
 * are the server's.
 */
function lists({ store }: S3rver): S3rver["middleware"][number] {
	return async (context, next) => {
		const [, bucket] = /^\/([^/]+)\/$/.exec(context.path) ?? [];
		const { prefix = "", "max-keys": maxKeys = "1000", "continuation-token": mark = "" } = context.query;
		if (context.method !== "GET" || bucket === undefined || context.query["list-type"] !== "2") return next();
		const { objects, isTruncated } = await store.listObjects(bucket, {
			prefix,
			maxKeys: Number(maxKeys),
			startAfter: Buffer.from(mark, "base64").toString(),
		});
		const last = Buffer.from(objects.at(-1)?.key ?? "").toString("base64");
		const contents = objects.map(
			({ key, lastModifiedDate }) =>
				`<Contents><Key>${key}</Key><LastModified>${lastModifiedDate.toISOString()}</LastModified></Contents>`,
		);
		context.status = 200;
		context.type = "application/xml";
		context.body = `<ListBucketResult><Name>${bucket}</Name>${contents.join("")}${isTruncated ? `<NextContinuationToken>${last}</NextContinuationToken>` : ""}</ListBucketResult>`;
	};
}

/**
 * Starts an object store with S3's protocol on a free port. Its objects are in the given directory,
 * which remains, or in a temporary one.
 */
export async function startObjectStore(kept?: string): Promise<ObjectStore> {
	const directory = kept ?? (await mkdtemp(join(tmpdir(), "objects-")));
	const bucket = "targeting-files";
	const server = new S3rver({
		address: "127.0.0.1",
		port: 0,
		directory,
		silent: true,
		configureBuckets: [{ name: bucket, configs: [] }],
	});
	server.middleware.unshift(conditionalWrites(server), lists(server));
	const { port } = await server.run();
	return {
		bucket,
		// The server's fixed credentials.
		environment: { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" },
		url: (prefix) => `s3://${bucket}/${prefix}?endpoint=http://127.0.0.1:${port.toString()}`,
		stop: async () => {
			await server.close();
			if (kept === undefined) await rm(directory, { recursive: true, force: true });
		},
	};
}
