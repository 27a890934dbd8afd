import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Prisma } from "@/lib/generated/prisma/client";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { transact } from "@/lib/platform/db/transact";
import { storageProblem } from "@/lib/platform/files/storage-problem";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import { oneAtATime } from "@/lib/platform/one-at-a-time";
import { bucketFile } from "@/lib/platform/outgoing/bucket-file";
import { downloadFile } from "@/lib/platform/outgoing/download-file";
import { OutgoingProblem } from "@/lib/platform/outgoing/outgoing-problem";
import type { RemoteFile } from "@/lib/platform/outgoing/remote-file";
import { webFile } from "@/lib/platform/outgoing/web-file";
import { pause } from "@/lib/platform/pause";
import { unseal } from "@/lib/platform/seal";
import type { Service, Transaction } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";
import { pullAddress } from "./pull-address";
import { openAddress } from "./sealed-address";
import { HEADER_PURPOSE, KEY_PURPOSE } from "./set-pull";
import { type ClaimedPull, PullLostError, settleFailure, settleSuccess, writeSuccess } from "./settle-pull";

/** A file that was pulled. */
export interface PulledFile {
	/** A work directory that the caller removes. */
	readonly directory: string;
	readonly inputPath: string;
	readonly signal: AbortSignal;
	/** Called in the transaction of the change, so that a file is taken once whatever dies when. */
	readonly conclude: (tx: Transaction) => Promise<void>;
}

/** What pulls of a kind bring, and to whom it is told when they do not. */
export interface PullKind {
	/** The column of those whose pulls these are. */
	readonly owner: "source_id" | "set_id";
	/** Whether a pull (`p`) can be taken in now. */
	readonly ready: Prisma.Sql;
	limit(service: Service): { readonly maxBytes: number; readonly what: string };
	/** Returns whether it changed anything, and thus has concluded. */
	take(service: Service, claimed: ClaimedPull, file: PulledFile): Promise<boolean>;
	/** Records the event of a pull that begins to fail. */
	tell(service: Service, tx: Transaction, claimed: ClaimedPull, problem: string): Promise<void>;
}

/** A process that died is replaced after this; one that lives renews it. */
const LEASE_MS = 120_000;
/** Longer than a file of the largest size takes on a slow line. */
const LONGEST_MS = 3_600_000;
/** Pulls under way in one process. */
const MOST_UNDER_WAY = 4;
/** Of these, in all processes, from one host or bucket: a slow one leaves room for others. */
const MOST_OF_ONE_HOST = 2;
/** Any constant: of two claims at a time, the later one must see the other. */
const CLAIM_LOCK = 72_262;
/** How often something new is looked for while pulls are under way. */
const LOOK_EVERY_MS = 5_000;

/** Their evaluations may each use the whole memory limit. */
const takeInTurn = oneAtATime();

/** Whether {@link pullFiles} may have something to do. */
export const isPullDue = ({ now }: Service) =>
	Prisma.sql`EXISTS (SELECT FROM pulls WHERE next_at <= ${now()}::timestamptz)`;

/**
 * Pulls the files that are due (docs/contract.md, Data that move), each once across all processes,
 * several at once, until none is due or under way. Returns how many were fetched or failed.
 */
export async function pullFiles(
	service: Service,
	kinds: readonly PullKind[],
	stopping: AbortSignal,
	lookEveryMs = LOOK_EVERY_MS,
): Promise<number> {
	const underWay = new Set<Promise<void>>();
	let pulled = 0;
	const start = (claimed: ClaimedPull) => {
		const kind = kinds.find(({ owner }) => claimed[owner] !== null);
		if (kind === undefined) throw new Error("a pull of no kind was claimed");
		const one = pull(service, kind, claimed, stopping)
			.catch((error: unknown) => report(error, "a pull could not be settled"))
			.finally(() => underWay.delete(one));
		underWay.add(one);
		pulled += 1;
	};
	const claim = () =>
		claimPull(service, kinds).catch((error: unknown) => {
			if (underWay.size === 0) throw error;
			report(error, "due pulls could not be looked for");
			return null;
		});
	while (!stopping.aborted) {
		const claimed = underWay.size < MOST_UNDER_WAY ? await claim() : null;
		if (claimed !== null) start(claimed);
		else if (underWay.size === 0) break;
		else await Promise.race([...underWay, pause(lookEveryMs, stopping)]);
	}
	await Promise.all(underWay);
	return pulled;
}

const report = (error: unknown, words: string) => reportFailure("background job", error, words);

function claimPull(service: Service, kinds: readonly PullKind[]): Promise<ClaimedPull | null> {
	return transact(service.prisma, (tx) => claimIn(service, tx, kinds));
}

async function claimIn(service: Service, tx: Transaction, kinds: readonly PullKind[]): Promise<ClaimedPull | null> {
	const now = service.now();
	const leaseToken = randomUUID();
	const ready = Prisma.join(
		kinds.map(({ owner, ready: condition }) => Prisma.sql`(p.${Prisma.raw(owner)} IS NOT NULL AND ${condition})`),
		" OR ",
	);
	await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CLAIM_LOCK}::int)`;
	const claimed = await tx.$queryRaw<unknown[]>(Prisma.sql`
		UPDATE pulls SET lease_token = ${leaseToken}::uuid, lease_until = ${new Date(now.getTime() + LEASE_MS)}
		WHERE id = (SELECT p.id FROM pulls p
			WHERE p.next_at <= ${now} AND (p.lease_until IS NULL OR p.lease_until < ${now}) AND (${ready})
				AND (SELECT count(*) FROM pulls o WHERE o.lease_until >= ${now}
					AND lower(split_part(o.url, '/', 3)) = lower(split_part(p.url, '/', 3))) < ${MOST_OF_ONE_HOST}
			ORDER BY p.next_at LIMIT 1 FOR UPDATE OF p SKIP LOCKED)
		RETURNING id`);
	if (claimed.length === 0) return null;
	const record = await tx.pull.findFirst({ where: { lease_token: leaseToken } });
	return record === null ? null : { ...record, lease_token: leaseToken };
}

async function pull(service: Service, kind: PullKind, claimed: ClaimedPull, stopping: AbortSignal): Promise<void> {
	const lost = new AbortController();
	const renewal = setInterval(() => {
		const leaseUntil = new Date(service.now().getTime() + LEASE_MS);
		service.prisma.pull
			.updateMany({
				where: { id: claimed.id, lease_token: claimed.lease_token },
				data: { lease_until: leaseUntil },
			})
			.then(({ count }) => count === 1 || lost.abort(new PullLostError()))
			.catch((error: unknown) => logFailure(error, "the lease of a pull could not be renewed", {}));
	}, LEASE_MS / 3);
	try {
		await fetchAndTake(service, kind, claimed, AbortSignal.any([stopping, lost.signal]));
	} catch (thrown) {
		if (thrown instanceof PullLostError || lost.signal.aborted) return;
		if (stopping.aborted || isDatabaseAway(thrown)) return await release(service, claimed);
		const problem = problemOf(thrown);
		await settleFailure(service, claimed, problem, (tx) => kind.tell(service, tx, claimed, problem));
	} finally {
		clearInterval(renewal);
	}
}

/** Gives a pull back that was broken off: the next process makes it. */
async function release(service: Service, { id, lease_token: leaseToken }: ClaimedPull): Promise<void> {
	const data = { lease_token: null, lease_until: null };
	await service.prisma.pull.updateMany({ where: { id, lease_token: leaseToken }, data }).catch((error: unknown) => {
		logFailure(error, "a pull could not be given back", { pull_id: id });
	});
}

async function fetchAndTake(
	service: Service,
	kind: PullKind,
	claimed: ClaimedPull,
	signal: AbortSignal,
): Promise<void> {
	const directory = await mkdtemp(join(await service.files.workDirectory(), "pull-"));
	try {
		const inputPath = join(directory, "upload");
		const found = await fetchFile(service, claimed, { path: inputPath, limit: kind.limit(service), signal });
		// Servers that know no conditions send the same bytes again.
		if (found === null || found.digest === claimed.digest) return await settleSuccess(service, claimed, found);
		const conclude = (tx: Transaction) => writeSuccess(service, tx, claimed, found, true);
		const isChange = await takeInTurn(() => kind.take(service, claimed, { directory, inputPath, signal, conclude }));
		if (!isChange) await settleSuccess(service, claimed, found);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function fetchFile(
	service: Service,
	claimed: ClaimedPull,
	{ path, limit, signal }: { path: string; limit: ReturnType<PullKind["limit"]>; signal: AbortSignal },
) {
	const known = { etag: claimed.etag, last_modified: claimed.last_modified };
	const outOfTime = AbortSignal.timeout(LONGEST_MS);
	try {
		const either = AbortSignal.any([signal, outOfTime]);
		return await downloadFile(remoteFile(service, claimed), path, { known, limit, signal: either });
	} catch (thrown) {
		if (outOfTime.aborted && !signal.aborted) throw new OutgoingProblem("the file did not arrive within an hour");
		throw thrown;
	}
}

function remoteFile(service: Service, claimed: ClaimedPull): RemoteFile {
	const address = pullAddress(service, openAddress(service, claimed));
	const { WEBHOOK_ALLOWED_NETWORKS: allowedNetworks } = service.settings;
	if (address.kind === "bucket") {
		const { access_key_id: accessKeyId, secret_access_key: sealed } = claimed;
		const keys =
			accessKeyId === null || sealed === null
				? null
				: { accessKeyId, secretAccessKey: unseal(service, KEY_PURPOSE, sealed) };
		return bucketFile(address.object, keys, { allowedNetworks });
	}
	const { header_name: headerName, header_value: headerValue } = claimed;
	const headers =
		headerName === null || headerValue === null ? {} : { [headerName]: unseal(service, HEADER_PURPOSE, headerValue) };
	return webFile(address.url, headers, { allowedNetworks });
}

function problemOf(thrown: unknown): string {
	if (thrown instanceof OutgoingProblem || isDomainError(thrown)) return thrown.message;
	logFailure(thrown, "a file could not be pulled", {});
	return storageProblem(thrown) ?? "the service could not take the file: see its log";
}
