import type { InventoryPull, SetInventoryPull } from "@/lib/contract/inventory";
import type { Principal } from "@/lib/domain/access/principal";
import { requireUnrestricted } from "@/lib/domain/accounts/key-rules";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import { seal } from "@/lib/platform/seal";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import { describePull } from "./describe-pull";
import { findSourceForChange } from "./find-source";
import { type PullAddress, pullAddress } from "./pull-address";
import { sealAddress } from "./sealed-address";

export const HEADER_PURPOSE = "header of a pull";
export const KEY_PURPOSE = "secret key of a pull";

/** Headers that the connection itself needs. */
const OWN_HEADERS =
	/^(host|range|if-.*|connection|content-.*|transfer-encoding|te|upgrade|expect|accept-encoding|proxy-.*)$/i;

/**
 * `PUT /api/inventory-sources/<slug>/pull`: from where and when the data are pulled
 * (docs/contract.md, Data that move). The first pull follows at once. Secrets that are absent stay
 * as they were, for the same host alone.
 * @throws NotFoundError, ForbiddenError; InvalidArgumentError for an address that cannot be pulled
 *   from
 */
export async function setInventoryPull(
	service: Service,
	principal: Principal,
	slug: string,
	wanted: SetInventoryPull,
): Promise<InventoryPull> {
	const address = pullAddress(service, wanted.url);
	requireFitting(address, wanted);
	return transact(service.prisma, async (tx) => {
		const { id: sourceId } = await findSourceForChange(tx, principal, slug, {});
		await requireUnrestricted(tx, principal, null, "pulls, which go on for longer than it");
		const before = await tx.inventoryPull.findUnique({ where: { sourceId } });
		const now = service.now();
		const isSamePlace = before !== null && placeOfStored(service, before.url) === placeOf(address);
		const row = {
			...sealAddress(service, wanted.url, before),
			mode: wanted.mode,
			everyHours: wanted.every_hours,
			dailyAt: wanted.daily_at,
			timeZone: wanted.daily_at === null ? null : (wanted.time_zone ?? "UTC"),
			...(wanted.header === undefined && isSamePlace ? {} : headerOf(service, wanted)),
			...(wanted.s3_keys === undefined && isSamePlace ? {} : keysOf(service, wanted)),
			setById: principal.userId,
			nextAt: now,
			// Another address or way of taking it makes a file new.
			etag: null,
			lastModified: null,
			digest: null,
			failures: 0,
			problem: null,
			problemAt: null,
			leaseToken: null,
			leaseUntil: null,
		};
		const record = await tx.inventoryPull.upsert({ where: { sourceId }, create: { sourceId, ...row }, update: row });
		const { everyHours: every_hours, dailyAt: daily_at, timeZone: time_zone, mode } = row;
		await recordEvent(service, tx, principal, {
			action: "set_pull",
			objectType: "inventory_source",
			objectId: sourceId,
			detail: { host: placeOf(address), mode, every_hours, daily_at, time_zone },
		});
		return describePull(record, now);
	});
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

function requireFitting({ kind }: PullAddress, { header, s3_keys: keys }: SetInventoryPull): void {
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

function headerOf(service: Service, { header }: SetInventoryPull) {
	if (!header) return { headerName: null, headerValue: null };
	return { headerName: header.field, headerValue: seal(service, HEADER_PURPOSE, header.value) };
}

function keysOf(service: Service, { s3_keys: keys }: SetInventoryPull) {
	if (!keys) return { accessKeyId: null, secretAccessKey: null };
	return { accessKeyId: keys.access_key_id, secretAccessKey: seal(service, KEY_PURPOSE, keys.secret_access_key) };
}

/** Where secrets are sent to; the audit trail names it in place of the whole address. */
function placeOf(address: PullAddress): string {
	if (address.kind === "web") return address.url.origin;
	return `${address.object.endpoint ?? "s3"} ${address.object.bucket}`;
}

/**
 * `DELETE /api/inventory-sources/<slug>/pull`: ends the pulls; the data stay.
 * @throws NotFoundError, ForbiddenError
 */
export async function deleteInventoryPull(service: Service, principal: Principal, slug: string): Promise<void> {
	await transact(service.prisma, async (tx) => {
		const { id: sourceId } = await findSourceForChange(tx, principal, slug, {});
		const { count } = await tx.inventoryPull.deleteMany({ where: { sourceId } });
		if (count === 0) throw new NotFoundError("the inventory source is not pulled");
		await recordEvent(service, tx, principal, {
			action: "remove_pull",
			objectType: "inventory_source",
			objectId: sourceId,
		});
	});
}

/**
 * `POST /api/inventory-sources/<slug>/pull/run`: has the data pulled at once, by the background job.
 * @throws NotFoundError, ForbiddenError
 */
export async function runInventoryPull(service: Service, principal: Principal, slug: string): Promise<InventoryPull> {
	return transact(service.prisma, async (tx) => {
		const { id: sourceId } = await findSourceForChange(tx, principal, slug, {});
		const now = service.now();
		const { count } = await tx.inventoryPull.updateMany({ where: { sourceId }, data: { nextAt: now } });
		if (count === 0) throw new NotFoundError("the inventory source is not pulled");
		return describePull(await tx.inventoryPull.findUniqueOrThrow({ where: { sourceId } }), now);
	});
}
