import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import * as tls from "node:tls";

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** The path of `--ca` is no file of certificates; the message lacks the setting's name. */
export class AuthorityFileError extends Error {
	override name = "AuthorityFileError";
}

/**
 * Reads certificates of authorities in PEM form.
 * @throws AuthorityFileError that names the file's problem
 */
export function readAuthorities(path: string): string[] {
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		throw new AuthorityFileError(`names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code})`);
	}
	const found = text.match(CERTIFICATE) ?? [];
	if (found.length === 0) throw new AuthorityFileError(`names ${path}, which has no certificate in PEM form`);
	for (const [index, certificate] of found.entries()) {
		try {
			new X509Certificate(certificate);
		} catch {
			throw new AuthorityFileError(`names ${path}, whose certificate number ${index + 1} is not readable`);
		}
	}
	return found;
}

/**
 * The trust of connections: the authorities that Node.js trusts anyway, and further ones. Undefined
 * without further ones, which is Node's own default.
 */
export function trustFurther(authorities: readonly string[]): tls.SecureContext | undefined {
	if (authorities.length === 0) return undefined;
	return tls.createSecureContext({ ca: [...trustedAnyway(), ...authorities] });
}

/** Node.js 20 cannot list its default authorities, which the option `ca` replaces. */
function trustedAnyway(): readonly string[] {
	const ask: unknown = Reflect.get(tls, "getCACertificates");
	if (typeof ask === "function") return ask("default") as string[];
	const extra = process.env.NODE_EXTRA_CA_CERTS;
	try {
		return [...tls.rootCertificates, ...(extra ? readAuthorities(extra) : [])];
	} catch {
		// Node.js itself warns of such a file and goes on.
		return tls.rootCertificates;
	}
}
