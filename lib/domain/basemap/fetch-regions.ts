import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pullAddress } from "@/lib/domain/pulls/pull-address";
import { Prisma } from "@/lib/generated/prisma/client";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { storageProblem } from "@/lib/platform/files/storage-problem";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { bucketFile } from "@/lib/platform/outgoing/bucket-file";
import { downloadFile } from "@/lib/platform/outgoing/download-file";
import { OutgoingProblem } from "@/lib/platform/outgoing/outgoing-problem";
import { webFile } from "@/lib/platform/outgoing/web-file";
import { unseal } from "@/lib/platform/seal";
import type { Service } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";
import { REGION_LIMIT } from "./add-region";
import { REGION_ADDRESS } from "./fetch-region";
import { storeRegion } from "./store-region";

/** A process that died is replaced after this; one that lives renews it. */
const LEASE_MS = 120_000;
/** Longer than the largest file takes on a slow line. */
const LONGEST_MS = 6 * 3_600_000;

interface Claimed {
	readonly id: string;
	readonly sealed_url: Uint8Array;
	readonly lease_token: string;
}

/** Whether {@link fetchRegions} may have something to do. */
export const isRegionWaiting = () =>
	Prisma.sql`EXISTS (SELECT FROM map_regions WHERE sealed_url IS NOT NULL AND problem IS NULL)`;

/** Fetches the files of regions, one after the other. Returns how many were fetched or failed. */
export async function fetchRegions(service: Service, stopping: AbortSignal): Promise<number> {
	let count = 0;
	for (; !stopping.aborted; count += 1) {
		const claimed = await claim(service);
		if (claimed === undefined) break;
		await fetchClaimed(service, claimed, stopping);
	}
	return count;
}

async function claim(service: Service): Promise<Claimed | undefined> {
	const now = service.now();
	const [claimed] = await service.prisma.$queryRaw<Claimed[]>`
		UPDATE map_regions SET lease_token = ${randomUUID()}::uuid, lease_until = ${new Date(now.getTime() + LEASE_MS)}
		WHERE id = (SELECT id FROM map_regions
			WHERE sealed_url IS NOT NULL AND problem IS NULL AND (lease_until IS NULL OR lease_until < ${now})
			ORDER BY added_at LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING id, sealed_url, lease_token`;
	return claimed;
}

/** A region that was removed, or that another process took over, is left alone. */
async function fetchClaimed(service: Service, claimed: Claimed, stopping: AbortSignal): Promise<void> {
	const lost = new AbortController();
	const own = { id: claimed.id, lease_token: claimed.lease_token };
	const renewal = setInterval(() => {
		const leaseUntil = new Date(service.now().getTime() + LEASE_MS);
		service.prisma.mapRegion
			.updateMany({ where: own, data: { lease_until: leaseUntil } })
			.then(({ count }) => count === 1 || lost.abort())
			.catch((error: unknown) => logFailure(error, "the lease of a region could not be renewed", {}));
	}, LEASE_MS / 3);
	const released = { lease_token: null, lease_until: null };
	try {
		await fetchAndStore(service, claimed, AbortSignal.any([stopping, lost.signal]), async (stored) => {
			const data = { ...stored, ...released, sealed_url: null };
			return (await service.prisma.mapRegion.updateMany({ where: own, data })).count === 1;
		});
	} catch (thrown) {
		if (lost.signal.aborted) return;
		const isBrokenOff = stopping.aborted || isDatabaseAway(thrown);
		const data = isBrokenOff ? released : { ...released, problem: problemOf(thrown), sealed_url: null };
		await service.prisma.mapRegion.updateMany({ where: own, data });
	} finally {
		clearInterval(renewal);
	}
}

async function fetchAndStore(
	service: Service,
	{ id, sealed_url: sealedUrl }: Claimed,
	signal: AbortSignal,
	record: Parameters<typeof storeRegion>[3],
): Promise<void> {
	const address = pullAddress(service, unseal(service, REGION_ADDRESS, sealedUrl));
	const { WEBHOOK_ALLOWED_NETWORKS: allowedNetworks } = service.settings;
	const file =
		address.kind === "bucket"
			? bucketFile(address.object, null, { allowedNetworks })
			: webFile(address.url, {}, { allowedNetworks });
	const directory = await mkdtemp(join(await service.files.workDirectory(), "map-region-"));
	const outOfTime = AbortSignal.timeout(LONGEST_MS);
	try {
		const path = join(directory, "download");
		const known = { etag: null, last_modified: null };
		await downloadFile(file, path, { known, limit: REGION_LIMIT, signal: AbortSignal.any([signal, outOfTime]) });
		await storeRegion(service, id, path, record);
	} catch (thrown) {
		if (outOfTime.aborted && !signal.aborted) throw new OutgoingProblem("the file did not arrive within six hours");
		throw thrown;
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

function problemOf(thrown: unknown): string {
	if (thrown instanceof OutgoingProblem || isDomainError(thrown)) return thrown.message;
	logFailure(thrown, "a region of the map could not be fetched", {});
	return storageProblem(thrown) ?? "the service could not take the file: see its log";
}
