import { z } from "zod";

/** A FILE_STORE_URL that no file store can be opened with; the message names the variable. */
export class FileStoreUrlError extends Error {
	override name = "FileStoreUrlError";
}

const s3Options = z.strictObject({
	endpoint: z.url({ protocol: /^https?$/ }).optional(),
	region: z.string().min(1).optional(),
	"path-style": z.stringbool().optional(),
});

/**
 * The bucket, prefix and options of `s3://bucket/prefix?endpoint=https://store.example:9000&region=eu-central-1&path-style=true`.
 * @throws FileStoreUrlError
 */
export function parseS3Url(address: string) {
	if (!URL.canParse(address)) throw new FileStoreUrlError("FILE_STORE_URL is not an address: s3://bucket/prefix.");
	const url = new URL(address);
	if (url.hostname === "" || url.port !== "") {
		throw new FileStoreUrlError("FILE_STORE_URL must name a bucket: s3://bucket/prefix.");
	}
	refuseCredentials(url);
	const options = s3Options.safeParse(Object.fromEntries(url.searchParams));
	if (!options.success) {
		throw new FileStoreUrlError(`FILE_STORE_URL has options that cannot be used: ${z.prettifyError(options.error)}`);
	}
	const { endpoint, region, "path-style": pathStyle } = options.data;
	if (endpoint !== undefined) refuseCredentials(new URL(endpoint));
	const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
	if (!/^[\w./-]*$/.test(prefix)) {
		throw new FileStoreUrlError("FILE_STORE_URL's prefix may have letters, digits and . _ - / alone.");
	}
	return {
		bucket: url.hostname,
		prefix: prefix === "" ? "" : `${prefix}/`,
		...(endpoint === undefined ? {} : { endpoint }),
		...(region === undefined ? {} : { region }),
		// A store of one's own rarely has a host name for each bucket.
		pathStyle: pathStyle ?? endpoint !== undefined,
	};
}

/** The address stands in the log and in messages. */
function refuseCredentials({ username, password }: URL): void {
	if (username === "" && password === "") return;
	throw new FileStoreUrlError(
		"FILE_STORE_URL must not carry credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
	);
}
