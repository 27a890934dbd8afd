import type { EventEmitter } from "node:events";
import type { Client, Transaction } from "@/lib/platform/db/prisma-client";
import type { Environment } from "@/lib/platform/env";
import type { FileStore } from "@/lib/platform/files/file-store";
import { processCell } from "@/lib/platform/process-state";
import type { Secrets } from "@/lib/platform/secrets";

/**
 * The dependencies of operations; passed as their first argument, so that tests can make their own.
 */
export interface Service extends Secrets {
	readonly prisma: Client;
	readonly files: FileStore;
	/** Where lists and exports are read, if not from the primary. */
	readonly replica?: { reader(): Promise<Client> } | undefined;
	/** The file of the data directory with the first password, until anybody has signed in; else null. */
	readonly firstPassword?: (() => Promise<string | null>) | undefined;
	readonly settings: Pick<
		Environment,
		| "TOKEN_TTL_SECONDS"
		| "TOKEN_RATE_LIMIT"
		| "API_RATE_LIMIT"
		| "WRONG_KEY_RATE_LIMIT"
		| "SCHEDULE_LATEST_SECONDS"
		| "AUDIT_RETENTION_DAYS"
		| "REQUEST_REMINDER_HOURS"
		| "ALLOW_PLAIN_HTTP"
		| "PUBLIC_URL"
		| "PUBLIC_HELP"
		| "BASE_PATH"
		| "SMTP_URL"
		| "SMTP_CA_FILE"
		| "MAIL_FROM"
		| "SIGNED_DOWNLOADS"
		| "AUDIENCE_ENGINE_URL"
		| "BUILD_LEASE_SECONDS"
		| "BUILD_MAX_BYTES"
		| "GEOFENCES_MAX_BYTES"
		| "INVENTORY_MAX_BYTES"
		| "BUILD_MEMORY_MB"
		| "CONVERSION_MAX_BYTES"
		| "CONVERSION_TIMEOUT_SECONDS"
		| "OIDC_ISSUER"
		| "OIDC_CLIENT_ID"
		| "OIDC_CLIENT_SECRET"
		| "OIDC_LABEL"
		| "OIDC_ONLY"
		| "WEBHOOK_ALLOWED_NETWORKS"
		| "GEOCODER_URL"
		| "GEOCODER_RATE_LIMIT"
		| "BASEMAP_FILE"
		| "MAP_STYLE_URL"
	>;
	/**
	 * Wakes waiting code in this process: `build-requested`, and `target:<id>` when the deployments
	 * to load change.
	 */
	readonly signals: EventEmitter;
	/** The time of the service, which processes compare: the database's, and never this machine's. */
	now(): Date;
}

/** The parts of a service that read; in a transaction, with its connection. */
export interface Reader extends Pick<Service, "now"> {
	readonly prisma: Transaction;
}

export type { Transaction } from "@/lib/platform/db/prisma-client";

const cell = processCell<Service>("service");

/** Sets the service of this process, for route handlers and pages in separate bundles. */
export function setService(service: Service | undefined): void {
	cell.value = service;
}

/** Whether the service of this process is open. */
export function isServiceOpen(): boolean {
	return cell.value !== undefined;
}

/**
 * The service of this process.
 * @throws Error before it was opened
 */
export function service(): Service {
	const current = cell.value;
	if (current === undefined)
		throw new Error("the service is not open: the process must call setService when it starts");
	return current;
}
