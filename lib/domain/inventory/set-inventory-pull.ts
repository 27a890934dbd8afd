import type { InventoryPull, SetInventoryPull } from "@/lib/contract/inventory";
import type { Principal } from "@/lib/domain/access/principal";
import { requireUnrestricted } from "@/lib/domain/accounts/key-rules";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import { seal } from "@/lib/platform/seal";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import { describePull } from "./describe-pull";
import { type PullAddress, pullAddress } from "./pull-address";
import { sealAddress } from "./sealed-address";
import { sources } from "./sources";

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
		const { id: sourceId } = await sources.findForChange(tx, principal, slug);
		await requireUnrestricted(tx, principal, null, "pulls, which go on for longer than it");
		const before = await tx.inventoryPull.findUnique({ where: { source_id: sourceId } });
		const now = service.now();
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
			next_at: now,
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
		const record = await tx.inventoryPull.upsert({
			where: { source_id: sourceId },
			create: { source_id: sourceId, ...row },
			update: row,
		});
		const { every_hours, daily_at, time_zone, mode } = row;
		await recordEvent(service, tx, principal, {
			action: "set_pull",
			object_type: "inventory_source",
			object_id: sourceId,
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
	if (!header) return { header_name: null, header_value: null };
	return { header_name: header.field, header_value: seal(service, HEADER_PURPOSE, header.value) };
}

function keysOf(service: Service, { s3_keys: keys }: SetInventoryPull) {
	if (!keys) return { access_key_id: null, secret_access_key: null };
	return { access_key_id: keys.access_key_id, secret_access_key: seal(service, KEY_PURPOSE, keys.secret_access_key) };
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
		const { id: sourceId } = await sources.findForChange(tx, principal, slug);
		const { count } = await tx.inventoryPull.deleteMany({ where: { source_id: sourceId } });
		if (count === 0) throw new NotFoundError("the inventory source is not pulled");
		await recordEvent(service, tx, principal, {
			action: "remove_pull",
			object_type: "inventory_source",
			object_id: sourceId,
		});
	});
}

/**
 * `POST /api/inventory-sources/<slug>/pull/run`: has the data pulled at once, by the background job.
 * @throws NotFoundError, ForbiddenError
 */
export async function runInventoryPull(service: Service, principal: Principal, slug: string): Promise<InventoryPull> {
	return transact(service.prisma, async (tx) => {
		const { id: sourceId } = await sources.findForChange(tx, principal, slug);
		const now = service.now();
		const { count } = await tx.inventoryPull.updateMany({ where: { source_id: sourceId }, data: { next_at: now } });
		if (count === 0) throw new NotFoundError("the inventory source is not pulled");
		return describePull(await tx.inventoryPull.findUniqueOrThrow({ where: { source_id: sourceId } }), now);
	});
}
