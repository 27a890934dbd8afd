import type { S3Client } from "@aws-sdk/client-s3";
import { loadS3Sdk } from "./load-s3-sdk";
import { onlyStoreAnswers } from "./only-store-answers";
import { ATTEMPTS } from "./s3-timeouts";

/** Location of the objects. Credentials come from the SDK's sources, like AWS_ACCESS_KEY_ID. */
export interface S3Location {
	bucket: string;
	/** Prefix of every object name; empty, or ends with `/`. */
	prefix: string;
	/** Set for stores other than Amazon's. */
	endpoint?: string;
	/** Address of the same store for other machines, where it has another one there. */
	publicEndpoint?: string;
	region?: string;
	/** Whether the bucket is the first path segment instead of part of the host name. */
	pathStyle: boolean;
}

/** `reader` is for contents, without a socket timeout, which would end slow readers. */
export interface S3Connection {
	readonly sdk: typeof import("@aws-sdk/client-s3");
	readonly client: S3Client;
	readonly reader: S3Client;
}

/** Loads the SDK and creates clients with a timeout of `silentMs`; sends no request. */
export async function connectToS3(
	{ endpoint, region, pathStyle }: S3Location,
	silentMs: number,
): Promise<S3Connection> {
	const sdk = await loadS3Sdk();
	const open = (bounds: object) => {
		const client = new sdk.S3Client({
			...(endpoint === undefined ? {} : { endpoint, region: region ?? "us-east-1" }),
			...(region === undefined ? {} : { region }),
			forcePathStyle: pathStyle,
			maxAttempts: ATTEMPTS,
			// Other stores reject checksums that they do not know.
			requestChecksumCalculation: "WHEN_REQUIRED",
			responseChecksumValidation: "WHEN_REQUIRED",
			requestHandler: {
				connectionTimeout: 5_000,
				...bounds,
				// A download occupies a socket as long as its reader takes: with the SDK's limit of 50,
				// slow agents would block all other callers.
				httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
				httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
			},
		});
		return onlyStoreAnswers(client);
	};
	// Not for uploads: requestTimeout would end slow ones. Without the throw it only warns.
	const untilAnswered = { requestTimeout: silentMs, throwOnRequestTimeout: true, socketTimeout: 0 };
	return { sdk, client: open({ socketTimeout: silentMs }), reader: open(untilAnswered) };
}
