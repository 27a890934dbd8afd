import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Server } from "node:https";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import { log } from "@/lib/platform/log";

/** Where a certificate and its key are. */
export interface CertificateFiles {
	readonly TLS_CERT_FILE: string;
	readonly TLS_KEY_FILE: string;
}

/** A certificate and its key, as TLS takes them. */
export type Certificate = Required<Pick<SecureContextOptions, "minVersion">> & {
	readonly cert: Buffer;
	readonly key: Buffer;
};

/**
 * Reads a certificate and its key (docs/contract.md, HTTPS).
 * @throws Error with a sentence that names the variable, when one cannot be read or they do not fit.
 */
export async function readCertificate({ TLS_CERT_FILE, TLS_KEY_FILE }: CertificateFiles): Promise<Certificate> {
	const cert = await readPem("TLS_CERT_FILE", TLS_CERT_FILE);
	const key = await readPem("TLS_KEY_FILE", TLS_KEY_FILE);
	const certificate: Certificate = { cert, key, minVersion: "TLSv1.2" };
	try {
		createSecureContext(certificate);
	} catch (error) {
		throw new Error(`TLS_CERT_FILE and TLS_KEY_FILE are not a certificate and its key (${messageOf(error)}).`);
	}
	return certificate;
}

/**
 * Looks at intervals whether the files hold another certificate, and serves it to connections from then on: certificates are renewed
 * while the service runs, mostly by a program that tells nobody; on SIGHUP, by which some tell, at once. One that cannot be used is told
 * once, and the last goes on.
 */
export function followCertificate(server: Server, files: CertificateFiles, used: Certificate, everyMs: number): void {
	let current = used;
	let problem = { words: "", seen: 0 };
	const look = async (asked: boolean) => {
		try {
			const found = await readCertificate(files);
			problem = { words: "", seen: 0 };
			if (found.cert.equals(current.cert) && found.key.equals(current.key)) return;
			server.setSecureContext(found);
			current = found;
			log.info({ valid_to: validTo(found) }, "the TLS certificate was renewed");
		} catch (error) {
			const words = messageOf(error);
			const seen = words === problem.words ? problem.seen + 1 : 1;
			// Not at first sight: certificate and key are written one after the other.
			const told = asked || seen === 2;
			problem = { words, seen: told ? 2 : seen };
			if (!told) return;
			log.error(
				{ cause: words, valid_to: validTo(current) },
				"the TLS certificate cannot be renewed: the last is used on",
			);
		}
	};
	let closed = false;
	let timer: NodeJS.Timeout | undefined;
	let last = Promise.resolve();
	const wait = () => {
		clearTimeout(timer);
		if (!closed) timer = setTimeout(() => lookNow(false), everyMs).unref();
	};
	// One look after the other.
	const lookNow = (asked: boolean) => {
		last = last.then(() => look(asked)).then(wait);
	};
	const lookAsAsked = () => lookNow(true);
	wait();
	process.on("SIGHUP", lookAsAsked);
	server.once("close", () => {
		closed = true;
		clearTimeout(timer);
		process.off("SIGHUP", lookAsAsked);
	});
}

function validTo({ cert }: Certificate): string {
	return new Date(new X509Certificate(cert).validTo).toISOString();
}

async function readPem(variable: string, path: string): Promise<Buffer> {
	try {
		return await readFile(path);
	} catch (error) {
		throw new Error(`${variable} cannot be read (${messageOf(error)}).`);
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
