import { isIP } from "node:net";
import type { BucketObject } from "@/lib/platform/outgoing/bucket-file";
import { reachOf } from "@/lib/platform/outgoing/reachable-address";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";

/** Where a file is pulled from. */
export type PullAddress =
	| { readonly kind: "web"; readonly url: URL }
	| { readonly kind: "bucket"; readonly object: BucketObject };

/**
 * Reads the address of a file. Each connection checks the address that a name resolves to.
 * @throws InvalidArgumentError for an address from which no pull is possible
 */
export function pullAddress({ settings }: Pick<Service, "settings">, text: string): PullAddress {
	const networks = settings.WEBHOOK_ALLOWED_NETWORKS;
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
	if (url?.protocol === "s3:") return { kind: "bucket", object: bucketObject(url, networks) };
	if (url === null || !/^https?:$/.test(url.protocol)) {
		throw refused("must be an address such as https://example.com/visits.csv or s3://bucket/visits.csv");
	}
	requireReachable(url, networks);
	url.hash = "";
	return { kind: "web", url };
}

function bucketObject(url: URL, networks: readonly string[]): BucketObject {
	requireNoCredentials(url);
	const key = keyOf(url.pathname.slice(1));
	if (url.hostname === "" || url.port !== "" || key === "")
		throw refused("must name a bucket and a key: s3://bucket/key");
	const { endpoint, region, ...others } = Object.fromEntries(url.searchParams);
	const [other] = Object.keys(others);
	if (other !== undefined) throw refused(`may have the options endpoint and region, and has '${other.slice(0, 50)}'`);
	if (endpoint !== undefined) {
		if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
			throw refused("must have an endpoint such as https://store.example.com");
		}
		requireReachable(new URL(endpoint), networks);
		if (new URL(endpoint).search !== "") throw refused("must have an endpoint without a query");
	}
	return { bucket: url.hostname, key, endpoint, region };
}

function keyOf(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		throw refused("must write a '%' of the key as %25");
	}
}

function requireReachable(url: URL, networks: readonly string[]): void {
	if (url.protocol === "http:" && networks.length === 0) throw refused("must use https");
	requireNoCredentials(url);
	const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
	if (isIP(host) !== 0 && reachOf(host, networks) === "refused") {
		throw refused("must be an address on the internet, and not of a private network");
	}
}

function requireNoCredentials({ username, password }: URL): void {
	if (username !== "" || password !== "") throw refused("must not hold credentials: use 'header' or 's3_keys'");
}

const refused = (words: string) => new InvalidArgumentError(`'url' ${words}`, { parameter: "url" });
