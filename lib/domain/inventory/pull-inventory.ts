import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { inventoryImportMode } from "@/lib/contract/inventory";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { storageProblem } from "@/lib/platform/files/storage-problem";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { bucketFile } from "@/lib/platform/outgoing/bucket-file";
import { downloadFile } from "@/lib/platform/outgoing/download-file";
import { OutgoingProblem } from "@/lib/platform/outgoing/outgoing-problem";
import type { RemoteFile } from "@/lib/platform/outgoing/remote-file";
import { webFile } from "@/lib/platform/outgoing/web-file";
import { unseal } from "@/lib/platform/seal";
import type { Service } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";
import { pullAddress } from "./pull-address";
import { HEADER_PURPOSE, KEY_PURPOSE } from "./set-inventory-pull";
import {
	type ClaimedPull,
	lockClaimed,
	PULL_ACTOR,
	PullLostError,
	settleFailure,
	settleSuccess,
	writeSuccess,
} from "./settle-pull";
import { takeFile } from "./take-file";

/** A process that died is replaced after this; one that lives renews it. */
const LEASE_MS = 120_000;
/** Longer than a file of the largest size takes on a slow line. */
const LONGEST_MS = 3_600_000;

/**
 * Pulls the files that are due (docs/contract.md, Data that move), each once across all processes.
 * Returns how many were fetched or failed.
 */
export async function pullInventory(service: Service, stopping: AbortSignal): Promise<number> {
	let pulled = 0;
	while (!stopping.aborted) {
		const claimed = await claimPull(service);
		if (claimed === null) break;
		await pull(service, claimed, stopping);
		pulled += 1;
	}
	return pulled;
}

async function claimPull(service: Service): Promise<ClaimedPull | null> {
	const now = service.now();
	const leaseToken = randomUUID();
	const claimed = await service.prisma.$queryRaw<unknown[]>`
		UPDATE inventory_pulls SET lease_token = ${leaseToken}::uuid, lease_until = ${new Date(now.getTime() + LEASE_MS)}
		WHERE source_id = (SELECT p.source_id FROM inventory_pulls p
			WHERE p.next_at <= ${now} AND (p.lease_until IS NULL OR p.lease_until < ${now})
			ORDER BY p.next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING source_id`;
	if (claimed.length === 0) return null;
	const record = await service.prisma.inventoryPull.findFirst({ where: { leaseToken } });
	return record === null ? null : { ...record, leaseToken };
}

async function pull(service: Service, claimed: ClaimedPull, stopping: AbortSignal): Promise<void> {
	const lost = new AbortController();
	const renewal = setInterval(() => {
		const leaseUntil = new Date(service.now().getTime() + LEASE_MS);
		service.prisma.inventoryPull
			.updateMany({ where: { sourceId: claimed.sourceId, leaseToken: claimed.leaseToken }, data: { leaseUntil } })
			.then(({ count }) => count === 1 || lost.abort(new PullLostError()))
			.catch((error: unknown) => logFailure(error, "the lease of a pull could not be renewed", {}));
	}, LEASE_MS / 3);
	const outOfTime = AbortSignal.timeout(LONGEST_MS);
	const signal = AbortSignal.any([stopping, lost.signal, outOfTime]);
	try {
		await fetchAndTake(service, claimed, signal);
	} catch (thrown) {
		if (thrown instanceof PullLostError || lost.signal.aborted) return;
		if (stopping.aborted || isDatabaseAway(thrown)) return await release(service, claimed);
		const problem = outOfTime.aborted ? "the file did not come within an hour" : problemOf(thrown);
		await settleFailure(service, claimed, problem);
	} finally {
		clearInterval(renewal);
	}
}

/** Gives a pull back that was broken off: the next process makes it. */
async function release(service: Service, { sourceId, leaseToken }: ClaimedPull): Promise<void> {
	const data = { leaseToken: null, leaseUntil: null };
	await service.prisma.inventoryPull.updateMany({ where: { sourceId, leaseToken }, data }).catch((error: unknown) => {
		logFailure(error, "a pull could not be given back", { source_id: sourceId });
	});
}

async function fetchAndTake(service: Service, claimed: ClaimedPull, signal: AbortSignal): Promise<void> {
	const { sourceId, etag, lastModified } = claimed;
	const directory = await mkdtemp(join(await service.files.workDirectory(), "inventory-"));
	try {
		const inputPath = join(directory, "upload");
		const limit = { maxBytes: service.settings.INVENTORY_MAX_BYTES, what: "a file of inventory data" };
		const known = { etag, lastModified };
		const found = await downloadFile(remoteFile(service, claimed), inputPath, { known, limit, signal });
		// Servers that know no conditions send the same bytes again.
		if (found === null || found.digest === claimed.digest) return await settleSuccess(service, claimed, found);
		const { isUnchanged } = await takeFile(service, sourceId, {
			directory,
			inputPath,
			signal,
			mode: inventoryImportMode.parse(claimed.mode),
			by: PULL_ACTOR,
			lock: (tx) => lockClaimed(tx, claimed),
			// With the change, so that a file is taken once whatever dies when.
			conclude: (tx) => writeSuccess(service, tx, claimed, found, true),
		});
		if (isUnchanged) await settleSuccess(service, claimed, found);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

function remoteFile(service: Service, claimed: ClaimedPull): RemoteFile {
	const address = pullAddress(service, claimed.url);
	const { WEBHOOK_ALLOWED_NETWORKS: allowedNetworks } = service.settings;
	const open = (purpose: string, sealed: Uint8Array) => unseal(service.secret, purpose, sealed);
	if (address.kind === "bucket") {
		const { accessKeyId, secretAccessKey: sealed } = claimed;
		const keys =
			accessKeyId === null || sealed === null ? null : { accessKeyId, secretAccessKey: open(KEY_PURPOSE, sealed) };
		return bucketFile(address.object, keys, { allowedNetworks });
	}
	const { headerName, headerValue } = claimed;
	const headers =
		headerName === null || headerValue === null ? {} : { [headerName]: open(HEADER_PURPOSE, headerValue) };
	return webFile(address.url, headers, { allowedNetworks });
}

function problemOf(thrown: unknown): string {
	if (thrown instanceof OutgoingProblem || isDomainError(thrown)) return thrown.message;
	logFailure(thrown, "a file of inventory data could not be pulled", {});
	return storageProblem(thrown) ?? "the service could not take the file: see its log";
}
