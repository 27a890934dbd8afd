import type { SetPull } from "@/lib/contract/pull";
import type { Principal } from "@/lib/domain/access/principal";
import { requireUnrestricted } from "@/lib/domain/accounts/key-rules";
import { scopesOf } from "@/lib/domain/accounts/scopes-of";
import { type AuditEntryOf, recordEvent } from "@/lib/domain/audit/record-event";
import type { Pull } from "@/lib/generated/prisma/client";
import { seal } from "@/lib/platform/seal";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import { type PullAddress, pullAddress } from "./pull-address";
import { sealAddress } from "./sealed-address";

export const HEADER_PURPOSE = "header of a pull";
export const KEY_PURPOSE = "secret key of a pull";

/** Headers that the connection itself needs. */
const OWN_HEADERS =
	/^(host|range|if-.*|connection|content-.*|transfer-encoding|te|upgrade|expect|accept-encoding|proxy-.*)$/i;

/** Whose pull it is: a source's, or that of a set. */
export interface PullOwner {
	readonly where: { readonly source_id: string } | { readonly set_id: string };
	/** For a set. */
	readonly design_id?: string;
	/** What its events are about. */
	readonly about: { readonly object_type: "inventory_source" | "design" } & Omit<
		AuditEntryOf<"design">,
		"action" | "object_type"
	>;
	/** `the inventory source`. */
	readonly words: string;
}

/**
 * Sets from where and when a file is pulled (docs/contract.md, Data that move). The first pull
 * follows at once. Secrets that are absent stay as they were, for the same host alone.
 * @throws ForbiddenError; InvalidArgumentError for an address that cannot be pulled from
 */
export async function setPull(
	service: Service,
	tx: Transaction,
	principal: Principal,
	{ where, design_id, about }: PullOwner,
	wanted: SetPull,
): Promise<Pull> {
	const address = pullAddress(service, wanted.url);
	requireFitting(address, wanted);
	await requireUnrestricted(tx, principal, null, "pulls, which go on for longer than it");
	const before = await tx.pull.findUnique({ where });
	const isSamePlace = before !== null && placeOfStored(service, before.url) === placeOf(address);
	const row = {
		...sealAddress(service, wanted.url, before),
		mode: wanted.mode,
		every_hours: wanted.every_hours,
		daily_at: wanted.daily_at,
		time_zone: wanted.daily_at === null ? null : (wanted.time_zone ?? "UTC"),
		...(wanted.header === undefined && isSamePlace ? {} : headerOf(service, wanted)),
		...(wanted.s3_keys === undefined && isSamePlace ? {} : keysOf(service, wanted)),
		set_by_id: principal.userId,
		scopes: scopesOf(principal),
		next_at: service.now(),
		// Another address or way of taking it makes a file new.
		etag: null,
		last_modified: null,
		digest: null,
		failures: 0,
		problem: null,
		problem_at: null,
		lease_token: null,
		lease_until: null,
	};
	const create = { ...where, ...(design_id === undefined ? {} : { design_id }), ...row };
	const record = await tx.pull.upsert({ where, create, update: row });
	const { every_hours, daily_at, time_zone, mode } = row;
	const detail = { ...about.detail, host: placeOf(address), mode, every_hours, daily_at, time_zone };
	await recordEvent(service, tx, principal, { ...about, action: "set_pull", detail });
	return record;
}

/** Null for an address that is no longer allowed: it is another place. */
function placeOfStored(service: Service, url: string): string | null {
	try {
		return placeOf(pullAddress(service, url));
	} catch (error) {
		if (error instanceof InvalidArgumentError) return null;
		throw error;
	}
}

function requireFitting({ kind }: PullAddress, { header, s3_keys: keys }: SetPull): void {
	if (kind === "bucket" && header) {
		throw new InvalidArgumentError("'header' is sent with https alone", { parameter: "header" });
	}
	if (kind === "web" && keys) throw new InvalidArgumentError("'s3_keys' are for s3:// alone", { parameter: "s3_keys" });
	if (header && OWN_HEADERS.test(header.field)) {
		throw new InvalidArgumentError(`'header' must not be '${header.field}', which the connection needs`, {
			parameter: "header",
		});
	}
}

function headerOf(service: Service, { header }: SetPull) {
	if (!header) return { header_name: null, header_value: null };
	return { header_name: header.field, header_value: seal(service, HEADER_PURPOSE, header.value) };
}

function keysOf(service: Service, { s3_keys: keys }: SetPull) {
	if (!keys) return { access_key_id: null, secret_access_key: null };
	return { access_key_id: keys.access_key_id, secret_access_key: seal(service, KEY_PURPOSE, keys.secret_access_key) };
}

/** Where secrets are sent to; the audit trail names it in place of the whole address. */
function placeOf(address: PullAddress): string {
	if (address.kind === "web") return address.url.origin;
	return `${address.object.endpoint ?? "s3"} ${address.object.bucket}`;
}

/**
 * Ends the pulls; what they brought stays.
 * @throws NotFoundError
 */
export async function removePull(
	service: Service,
	tx: Transaction,
	principal: Principal,
	{ where, about, words }: PullOwner,
): Promise<void> {
	const { count } = await tx.pull.deleteMany({ where });
	if (count === 0) throw new NotFoundError(`${words} is not pulled`);
	await recordEvent(service, tx, principal, { ...about, action: "remove_pull" });
}

/**
 * Has the file pulled at once, by the background job.
 * @throws NotFoundError
 */
export async function runPull(service: Service, tx: Transaction, { where, words }: PullOwner): Promise<Pull> {
	const { count } = await tx.pull.updateMany({ where, data: { next_at: service.now() } });
	if (count === 0) throw new NotFoundError(`${words} is not pulled`);
	return tx.pull.findUniqueOrThrow({ where });
}
