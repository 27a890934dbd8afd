import { connectToS3, type S3Connection, type S3Location } from "./s3-connection";
import { SILENT_MS } from "./s3-timeouts";

/** Signs addresses by which a program without credentials reads one object for a while. */
export class S3Signer {
	readonly #location: S3Location;
	readonly #open: () => Promise<S3Connection>;
	#connection: Promise<S3Connection> | undefined;

	/** @param open the connection by which the service itself reaches the store */
	constructor(location: S3Location, open: () => Promise<S3Connection>) {
		this.#location = location;
		this.#open = open;
	}

	/**
	 * Sends no request to the store, so that an absent object has an address, too. The address is a
	 * secret.
	 */
	async sign(name: string, seconds: number): Promise<string> {
		this.#connection ??= this.#connect().catch((error: unknown) => {
			this.#connection = undefined;
			throw error;
		});
		const { sdk, client } = await this.#connection;
		const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
		const command = new sdk.GetObjectCommand({ Bucket: this.#location.bucket, Key: name });
		return getSignedUrl(client, command, { expiresIn: seconds });
	}

	/** The signature covers host and region: that of the reader, and the store's own. */
	async #connect(): Promise<S3Connection> {
		const own = await this.#open();
		const { publicEndpoint } = this.#location;
		if (publicEndpoint === undefined) return own;
		const region = await own.client.config.region();
		return connectToS3({ ...this.#location, endpoint: publicEndpoint, region }, SILENT_MS);
	}
}
