import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Server } from "node:https";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import { log } from "@/lib/platform/log";

/** Settings with the paths of a certificate and its key. */
export interface CertificateFiles {
	readonly TLS_CERT_FILE: string;
	readonly TLS_KEY_FILE: string;
}

/** Options for TLS. */
export type Certificate = Required<Pick<SecureContextOptions, "minVersion">> & {
	readonly cert: Buffer;
	readonly key: Buffer;
};

/**
 * Reads a certificate and its key (docs/contract.md, HTTPS).
 * @throws Error that names the setting, when a file cannot be read or they do not belong together
 */
export async function readCertificate({ TLS_CERT_FILE, TLS_KEY_FILE }: CertificateFiles): Promise<Certificate> {
	const cert = await readPem("TLS_CERT_FILE", TLS_CERT_FILE);
	const key = await readPem("TLS_KEY_FILE", TLS_KEY_FILE);
	const certificate: Certificate = { cert, key, minVersion: "TLSv1.2" };
	try {
		createSecureContext(certificate);
	} catch (error) {
		throw new Error(`TLS_CERT_FILE and TLS_KEY_FILE are not a certificate and its key (${messageOf(error)})`);
	}
	return certificate;
}

/**
 * Checks the files at an interval, and on SIGHUP, and uses a renewed certificate for new
 * connections: most renewal programs send no signal. Logs a problem once and continues with the
 * last certificate.
 */
export function followCertificate(server: Server, files: CertificateFiles, used: Certificate, everyMs: number): void {
	let current = used;
	let problem = { message: "", count: 0 };
	const check = async (bySignal: boolean) => {
		try {
			const found = await readCertificate(files);
			problem = { message: "", count: 0 };
			if (found.cert.equals(current.cert) && found.key.equals(current.key)) return;
			server.setSecureContext(found);
			current = found;
			log.info({ valid_to: validTo(found) }, "the TLS certificate was renewed");
		} catch (error) {
			const message = messageOf(error);
			const count = message === problem.message ? problem.count + 1 : 1;
			// Not at the first check: certificate and key are written one after the other.
			const report = bySignal || count === 2;
			problem = { message, count: report ? 2 : count };
			if (!report) return;
			log.error(
				{ cause: message, valid_to: validTo(current) },
				"the TLS certificate cannot be renewed: the last one stays in use",
			);
		}
	};
	let closed = false;
	let timer: NodeJS.Timeout | undefined;
	let last = Promise.resolve();
	const wait = () => {
		clearTimeout(timer);
		if (!closed) timer = setTimeout(() => checkNow(false), everyMs).unref();
	};
	// Checks never overlap.
	const checkNow = (bySignal: boolean) => {
		last = last.then(() => check(bySignal)).then(wait);
	};
	const checkOnSignal = () => checkNow(true);
	wait();
	process.on("SIGHUP", checkOnSignal);
	server.once("close", () => {
		closed = true;
		clearTimeout(timer);
		process.off("SIGHUP", checkOnSignal);
	});
}

function validTo({ cert }: Certificate): string {
	return new Date(new X509Certificate(cert).validTo).toISOString();
}

async function readPem(variable: string, path: string): Promise<Buffer> {
	try {
		return await readFile(path);
	} catch (error) {
		throw new Error(`${variable} cannot be read (${messageOf(error)})`);
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
