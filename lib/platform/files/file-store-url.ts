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
	if (publicEndpoint !== undefined && !isBare(publicEndpoint)) {
		throw new FileStoreUrlError(
			"the public-endpoint of FILE_STORE_URL must be an address like https://store.example:9000, without path, query and fragment",
		);
	}
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
		pathStyle: pathStyle ?? (endpoint ?? publicEndpoint) !== undefined,
	};
}

/** A path behind the host would change the signed address. */
const isBare = (address: string) => new URL(address).pathname === "/" && !/[?#]/.test(address);

/**
 * Why agents of a service at `publicUrl` could download by no address that this store signs;
 * undefined when they can.
 */
export function signedDownloadsProblem(address: string | undefined, publicUrl: string | undefined): string | undefined {
	if (!address?.startsWith("s3:")) return "needs a FILE_STORE_URL of s3: a directory signs no addresses";
	let store: ReturnType<typeof parseS3Url>;
	try {
		store = parseS3Url(address);
	} catch (error) {
		return `needs a usable store: ${(error as FileStoreUrlError).message}`;
	}
	const { endpoint, publicEndpoint } = store;
	if (!publicUrl?.startsWith("https:") || !(publicEndpoint ?? endpoint)?.startsWith("http:")) return undefined;
	return `needs a store with TLS, as PUBLIC_URL has it, and agents take no addresses without: make the ${publicEndpoint === undefined ? "endpoint" : "public-endpoint"} of FILE_STORE_URL https://`;
}

/** The URL appears in the log and in messages. */
function refuseCredentials({ username, password }: URL): void {
	if (username === "" && password === "") return;
	throw new FileStoreUrlError(
		"FILE_STORE_URL must not carry credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
	);
}
