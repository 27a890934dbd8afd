import type { HttpProxy } from "@/lib/agent/outbound/proxy";

/** A connection that did not come about; the message names host, proxy and reason. */
export class ConnectionError extends Error {
	override name = "ConnectionError";
}

/** Reasons of OpenSSL that an authority's certificate can remedy. */
const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
	"DEPTH_ZERO_SELF_SIGNED_CERT",
	"SELF_SIGNED_CERT_IN_CHAIN",
	"UNABLE_TO_GET_ISSUER_CERT",
	"UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
	"UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Other reasons why a certificate is refused. */
const CERTIFICATE_FAULT =
	/^(CERT_|ERR_TLS_CERT_|CRL_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)/;

/**
 * Explains why `place` was not reached.
 * @param place host and port, or a proxy by its name
 * @param proxy the one behind which `place` is
 */
export function explain(error: unknown, place: string, proxy: HttpProxy | null): ConnectionError {
	const through = proxy === null ? "" : ` through the proxy ${proxy.name}`;
	const { code = "", message } = error as NodeJS.ErrnoException;
	// Of several addresses of a host, none was reached: the error itself has no message.
	const reason = message === "" ? code : message;
	if (UNKNOWN_AUTHORITY.has(code)) {
		// Node.js 24 adds an option of its own, behind a semicolon.
		const [what] = reason.split(";");
		return new ConnectionError(
			`the certificate of ${place}${through} is from an authority that is not trusted (${what}): name the authority's certificate with --ca`,
		);
	}
	if (CERTIFICATE_FAULT.test(code)) {
		return new ConnectionError(`the certificate of ${place}${through} is not valid (${reason})`);
	}
	return new ConnectionError(`could not connect to ${place}${through}: ${reason}`);
}
