import { z } from "zod";

/** An invalid FILE_STORE_URL; the message names the variable. */
export class FileStoreUrlError extends Error {
	override name = "FileStoreUrlError";
}

const s3Options = z.strictObject({
	endpoint: z.url({ protocol: /^https?$/ }).optional(),
	"public-endpoint": z.url({ protocol: /^https?$/ }).optional(),
	region: z.string().min(1).optional(),
	"path-style": z.stringbool().optional(),
});

/**
 * Parses
 * `s3://bucket/prefix?endpoint=https://store.example:9000&region=eu-central-1&path-style=true`.
 * @throws FileStoreUrlError
 */
export function parseS3Url(address: string) {
	if (!URL.canParse(address)) throw new FileStoreUrlError("FILE_STORE_URL must be an address like s3://bucket/prefix");
	const url = new URL(address);
	if (url.hostname === "" || url.port !== "") {
		throw new FileStoreUrlError("FILE_STORE_URL must name a bucket, like s3://bucket/prefix");
	}
	refuseCredentials(url);
	const options = s3Options.safeParse(Object.fromEntries(url.searchParams));
	if (!options.success) {
		throw new FileStoreUrlError(`FILE_STORE_URL has invalid options: ${z.prettifyError(options.error)}`);
	}
	const { endpoint, "public-endpoint": publicEndpoint, region, "path-style": pathStyle } = options.data;
	for (const each of [endpoint, publicEndpoint]) if (each !== undefined) refuseCredentials(new URL(each));
	const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
	if (!/^[\w./-]*$/.test(prefix)) {
		throw new FileStoreUrlError("the prefix of FILE_STORE_URL must consist of letters, digits and . _ - /");
	}
	return {
		bucket: url.hostname,
		prefix: prefix === "" ? "" : `${prefix}/`,
		...(endpoint === undefined ? {} : { endpoint }),
		...(publicEndpoint === undefined ? {} : { publicEndpoint }),
		...(region === undefined ? {} : { region }),
		// Self-hosted stores rarely have a host name per bucket.
		pathStyle: pathStyle ?? endpoint !== undefined,
	};
}

/** The URL appears in the log and in messages. */
function refuseCredentials({ username, password }: URL): void {
	if (username === "" && password === "") return;
	throw new FileStoreUrlError(
		"FILE_STORE_URL must not carry credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
	);
}
