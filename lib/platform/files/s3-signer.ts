import { connectToS3, type S3Location } from "./s3-connection";
import { SILENT_MS } from "./s3-timeouts";

/** Signs addresses by which a program without credentials reads one object for a while. */
export class S3Signer {
	readonly #location: S3Location;
	#connection: ReturnType<typeof connectToS3> | undefined;

	constructor(location: S3Location) {
		this.#location = location;
	}

	/**
	 * Sends no request to the store, so that an absent object has an address, too. The address is a
	 * secret.
	 */
	async sign(name: string, seconds: number): Promise<string> {
		const { publicEndpoint, ...location } = this.#location;
		// The signature covers the host, so that it must be the one that the reader asks.
		const seen = publicEndpoint === undefined ? location : { ...location, endpoint: publicEndpoint };
		this.#connection ??= connectToS3(seen, SILENT_MS);
		const { sdk, client } = await this.#connection;
		const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
		const command = new sdk.GetObjectCommand({ Bucket: location.bucket, Key: name });
		return getSignedUrl(client, command, { expiresIn: seconds });
	}
}
