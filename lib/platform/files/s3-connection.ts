import type { S3Client } from "@aws-sdk/client-s3";
import { ATTEMPTS } from "./s3-patience";

/** Where the objects of an S3 store are. Credentials come from where the SDK looks for them: AWS_ACCESS_KEY_ID and its kin. */
export interface S3Location {
	bucket: string;
	/** Begins every object's name; empty, or ends with `/`. */
	prefix: string;
	/** Of a store that is not Amazon's. */
	endpoint?: string;
	region?: string;
	/** The bucket is the first segment of the path, not part of the host's name. */
	pathStyle: boolean;
}

/** The SDK with its clients. `reader` is for contents: the SDK's bound of silence does not tell who is waited for. */
export interface S3Connection {
	readonly sdk: typeof import("@aws-sdk/client-s3");
	readonly client: S3Client;
	readonly reader: S3Client;
}

/** Loads the SDK and makes its clients for a store that is given up when it says nothing for `silentMs`; asks the store nothing yet. */
export async function connectToS3(
	{ endpoint, region, pathStyle }: S3Location,
	silentMs: number,
): Promise<S3Connection> {
	const sdk = await import("@aws-sdk/client-s3");
	const open = (bounds: object) =>
		new sdk.S3Client({
			...(endpoint === undefined ? {} : { endpoint, region: region ?? "us-east-1" }),
			...(region === undefined ? {} : { region }),
			forcePathStyle: pathStyle,
			maxAttempts: ATTEMPTS,
			// Stores that are not Amazon's refuse checksums that they do not know.
			requestChecksumCalculation: "WHEN_REQUIRED",
			responseChecksumValidation: "WHEN_REQUIRED",
			requestHandler: {
				connectionTimeout: 5_000,
				...bounds,
				// A download has one for as long as its reader takes: with the SDK's 50, as many slow agents would keep everybody from the store.
				httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
				httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
			},
		});
	// It only warns unless told otherwise, and would end uploads that are slow.
	const untilAnswered = { requestTimeout: silentMs, throwOnRequestTimeout: true, socketTimeout: 0 };
	return { sdk, client: open({ socketTimeout: silentMs }), reader: open(untilAnswered) };
}
