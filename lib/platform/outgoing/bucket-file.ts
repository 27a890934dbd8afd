import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import type { GetObjectCommandOutput } from "@aws-sdk/client-s3";
import { loadS3Sdk } from "@/lib/platform/files/load-s3-sdk";
import { ForeignAnswerError, onlyStoreAnswers } from "@/lib/platform/files/only-store-answers";
import { OutgoingProblem, problemOf } from "./outgoing-problem";
import { type Reachable, reachableLookup, requireReachableLiteral } from "./reachable-connection";
import type { RemoteAnswer, RemoteFile } from "./remote-file";

/** Where an object is. */
export interface BucketObject {
	readonly bucket: string;
	readonly key: string;
	/** Set for stores other than Amazon's. */
	readonly endpoint?: string | undefined;
	readonly region?: string | undefined;
}

/** Keys of its own; null: those of the service's environment. */
export type BucketKeys = { readonly accessKeyId: string; readonly secretAccessKey: string } | null;

const SILENT_MS = 60_000;

/** Refusals that people can fix, in words; others show the store's code. */
const WORDS: Readonly<Record<string, string>> = {
	NoSuchKey: "the bucket has no such object",
	NotFound: "the bucket has no such object",
	NoSuchBucket: "there is no such bucket",
	AccessDenied: "the store refuses access with these keys",
	InvalidAccessKeyId: "the store does not know the access key",
	SignatureDoesNotMatch: "the secret key does not fit the access key",
	CredentialsProviderError: "the service has no keys for S3: set them here or in its environment",
	PermanentRedirect: "the bucket is in another region",
};

/** An object of a store with S3's protocol, under the same address rules as everything outgoing. */
export function bucketFile(object: BucketObject, keys: BucketKeys, reachable: Reachable): RemoteFile {
	return {
		ask: async (question, signal) => {
			const { bucket: Bucket, key: Key, endpoint, region } = object;
			// The service must not use its own credentials at a store that a person names.
			if (endpoint !== undefined && keys === null) throw new OutgoingProblem("another store needs keys of its own");
			if (endpoint !== undefined) requireReachableLiteral(new URL(endpoint), reachable);
			const sdk = await loadS3Sdk();
			const agents = {
				httpAgent: new http.Agent({ lookup: reachableLookup("http:", reachable) }),
				httpsAgent: new https.Agent({ lookup: reachableLookup("https:", reachable) }),
			};
			const client = new sdk.S3Client({
				...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true, region: region ?? "us-east-1" }),
				...(region === undefined ? {} : { region }),
				...(keys === null ? {} : { credentials: keys }),
				maxAttempts: 2,
				responseChecksumValidation: "WHEN_REQUIRED",
				requestHandler: { connectionTimeout: 10_000, socketTimeout: SILENT_MS, ...agents },
			});
			onlyStoreAnswers(client);
			const condition =
				"from" in question
					? { Range: `bytes=${question.from}-`, ...(question.of.etag === null ? {} : { IfMatch: question.of.etag }) }
					: question.known.etag === null
						? {}
						: { IfNoneMatch: question.known.etag };
			try {
				const got = await client.send(new sdk.GetObjectCommand({ Bucket, Key, ...condition }), { abortSignal: signal });
				return answerOf(got, "from" in question ? question.from : undefined);
			} catch (thrown) {
				return refused(thrown);
			}
		},
	};
}

/**
 * @throws OutgoingProblem for an answer without an object, or with a part that does not begin at
 *   `from`
 */
function answerOf(got: GetObjectCommandOutput, from: number | undefined): RemoteAnswer {
	const body = got.Body as Readable;
	const [, start, whole] = /^bytes (\d+)-\d+\/(\d+)$/.exec(got.ContentRange ?? "") ?? [];
	const isRest = got.$metadata.httpStatusCode === 206;
	if (got.ETag === undefined || (isRest && Number(start) !== from)) {
		body?.destroy();
		throw new OutgoingProblem("the answer is not that of an object store");
	}
	const validators = { etag: got.ETag, last_modified: got.LastModified?.toUTCString() ?? null };
	const size = isRest ? Number(whole) : (got.ContentLength ?? null);
	return { outcome: isRest ? "rest" : "whole", body, size, validators };
}

function refused(thrown: unknown): RemoteAnswer {
	if (thrown instanceof ForeignAnswerError) throw new OutgoingProblem(thrown.message);
	const { name = "", $metadata } = thrown as { name?: string; $metadata?: { httpStatusCode?: number } };
	if ($metadata?.httpStatusCode === 304) return { outcome: "unchanged" };
	const words = WORDS[name];
	if (words !== undefined) throw new OutgoingProblem(words);
	if ($metadata?.httpStatusCode === undefined) throw problemOf(thrown);
	// The name comes from the store.
	const said = /^[A-Za-z0-9.]{1,60}$/.test(name) ? ` (${name})` : "";
	throw new OutgoingProblem(`the store answered ${$metadata.httpStatusCode}${said}`);
}
