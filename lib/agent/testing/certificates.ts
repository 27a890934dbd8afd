import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Certificate {
	readonly cert: string;
	readonly key: string;
}

/** A file of lib/agent/testing/certificates. */
export const certificatePath = (name: string) => fileURLToPath(new URL(`certificates/${name}.pem`, import.meta.url));

const read = (name: string) => readFileSync(certificatePath(name), "utf8");

/** For `targeting.test`, `proxy.test` and this machine; issued by the private authority. */
export const SERVICE_CERTIFICATE: Certificate = { cert: read("service-cert"), key: read("service-key") };

/** The private authority, and one that issued nothing here. */
export const AUTHORITY = read("authority");
export const OTHER_AUTHORITY = read("other-authority");
