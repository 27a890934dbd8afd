import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { completeBuild, type ProducedFile } from "@/lib/domain/builds/complete-build";
import { type BuildLease, isLeased, LeaseLostError, renewLease } from "@/lib/domain/builds/lease";
import { failBuild, postponeBuild, rejectBuild, releaseBuild } from "@/lib/domain/builds/settle-build";
import { isDatabaseAway, isStatementTooSlow } from "@/lib/platform/database-away";
import { storageProblem } from "@/lib/platform/files/storage-problem";
import { log } from "@/lib/platform/log";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import type { Service } from "@/lib/platform/service";
import { asSentence } from "@/lib/rules/text/as-sentence";
import { inSpan } from "@/lib/tracing/tracing";
import { type PreparedBuild, prepareBuild } from "./prepare-build";
import { produceFile } from "./produce-file";

/** The result of a production: a file, or why the design cannot be built as it is. */
type Produced = { file: ProducedFile } | { refused: string };

/** Pause before a result is stored again after a database outage. */
const RETRY_MS = 1_000;

/**
 * Runs a leased build to its end and settles it as completed, rejected with the reason, or failed
 * once. While storage or database are unavailable, it postpones the build. Renews the lease while
 * it runs; discards all work when the lease is lost. Releases the build when the worker stops.
 */
export function runBuild(service: Service, lease: BuildLease, stopping: AbortSignal): Promise<void> {
	const { trace_parent: parent, id, design_id: designId, attempt } = lease;
	const attributes = { "targeting.build.id": id, "targeting.design.id": designId, "targeting.build.attempt": attempt };
	return inSpan("run build", { kind: "consumer", parent, attributes }, () => runInSpan(service, lease, stopping));
}

async function runInSpan(service: Service, lease: BuildLease, stopping: AbortSignal): Promise<void> {
	const aborted = new AbortController();
	const abort = () => aborted.abort();
	stopping.addEventListener("abort", abort);
	if (stopping.aborted) abort();
	let isLost = false;
	const renewal = keepLease(service, lease, () => {
		isLost = true;
		abort();
	});
	const logLost = () =>
		log.warn({ build: lease.id }, "the build was taken over by another worker, or its design was deleted");
	let localPath: string | undefined;
	const settle = (settlement: () => Promise<void>, fileKey?: string) =>
		retryWhileAway(lease, settlement, stopping).catch(async (error: unknown) => {
			if (fileKey !== undefined && !isAway(error)) {
				// The commit may have succeeded although its answer was lost.
				if (await isRecorded(service, lease, fileKey)) return;
				await service.files.remove(fileKey);
			}
			if (!(error instanceof LeaseLostError)) throw error;
			logLost();
		});
	try {
		localPath = join(await service.files.workDirectory(), `build-${lease.id}-${lease.fencing_token}.tgt`);
		const prepared = await prepareBuild(service, lease);
		const outcome =
			"refused" in prepared ? prepared : await build(service, lease, prepared, localPath, renewal, aborted.signal);
		renewal.stop();
		if ("refused" in outcome) await settle(() => rejectBuild(service, lease, outcome.refused));
		else await settle(() => completeBuild(service, lease, outcome.file), outcome.file.file_key);
	} catch (error) {
		renewal.stop();
		// The build was interrupted; nothing has failed.
		if (isLost) return logLost();
		if (error instanceof LeaseLostError) return;
		if (stopping.aborted) return await settle(() => releaseBuild(service, lease));
		const lacking = isAway(error) ? "the database could not be used" : storageProblem(error);
		if (lacking !== undefined) {
			reportFailure("build", error, "a build is postponed", { build: lease.id, reason: lacking });
			return await settle(() => postponeBuild(service, lease, asSentence(lacking)));
		}
		// The design was deleted, which explains the error.
		if (!(await isLeased(service, lease))) return logLost();
		reportFailure("build", error, "a build attempt failed", { build: lease.id, attempt: lease.attempt });
		const reason = error instanceof Error ? error.message : String(error);
		await settle(() => failBuild(service, lease, `Couldn't build the file: ${reason.slice(0, 500)}`));
	} finally {
		stopping.removeEventListener("abort", abort);
		if (localPath !== undefined) {
			await rm(localPath, { force: true }).catch((error: unknown) =>
				reportFailure("build", error, "the local file of a build could not be removed", { build: lease.id }),
			);
		}
	}
}

async function build(
	service: Service,
	lease: BuildLease,
	prepared: PreparedBuild,
	localPath: string,
	renewal: Renewal,
	signal: AbortSignal,
): Promise<Produced> {
	const outcome = await inSpan("produce file", {}, () =>
		produceFile(service, lease, prepared, { localPath, onProgress: renewal.report, signal }),
	);
	if ("refused" in outcome) return outcome;
	renewal.report({ phase: "storing", percent: 99 });
	// The fencing token in the key protects the file of a successor from a worker that lost its
	// lease.
	const fileKey = `builds/${lease.id}-${lease.fencing_token}.tgt`;
	await inSpan("store file", {}, () => service.files.put(fileKey, localPath));
	return { file: { ...outcome.file, file_key: fileKey } };
}

/** Repeats a settlement until the database answers. */
async function retryWhileAway(
	lease: BuildLease,
	settlement: () => Promise<void>,
	stopping: AbortSignal,
): Promise<void> {
	for (;;) {
		try {
			return await settlement();
		} catch (error) {
			if (!isAway(error) || stopping.aborted) throw error;
			reportFailure("build", error, "the result of a build cannot be stored yet: retrying", { build: lease.id });
			await pause(RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
		}
	}
}

/**
 * The build itself may cause slow statements: these fail the attempt, or the build would repeat
 * forever.
 */
function isAway(error: unknown): boolean {
	return isDatabaseAway(error) && !isStatementTooSlow(error);
}

/** Whether the file is recorded as that of the completed build. */
async function isRecorded(service: Service, { id }: BuildLease, fileKey: string): Promise<boolean> {
	const build = await service.prisma.build.findUnique({ where: { id }, select: { file_key: true } });
	return build?.file_key === fileKey;
}

/** Node.js replaces longer intervals by one of a millisecond. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Renewal {
	report(progress: { phase: string; percent: number }): void;
	stop(): void;
}

/** Renews the lease three times in its duration, with the latest progress. */
function keepLease(service: Service, lease: BuildLease, onLost: () => void): Renewal {
	let progress = { phase: "preparing", percent: 0 };
	let written = progress;
	let renewing = false;
	const renew = () => {
		if (renewing) return;
		renewing = true;
		written = progress;
		renewLease(service, lease, progress)
			.catch((error: unknown) => {
				if (error instanceof LeaseLostError) onLost();
				else reportFailure("build", error, "the lease of a build could not be renewed", { build: lease.id });
			})
			.finally(() => {
				renewing = false;
			});
	};
	const renewal = setInterval(renew, Math.min((service.settings.BUILD_LEASE_SECONDS * 1000) / 3, LONGEST_TIMER_MS));
	// Pages show the progress: write it at most once a second.
	const display = setInterval(() => written !== progress && renew(), 1_000);
	return {
		report: (next) => {
			progress = { phase: next.phase, percent: Math.round(next.percent) };
		},
		stop: () => {
			clearInterval(renewal);
			clearInterval(display);
		},
	};
}
