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
import { type PreparedBuild, prepareBuild } from "./prepare-build";
import { produceFile } from "./produce-file";

/** What became of a build: a file, or why the design cannot be built as it stands. */
type Produced = { file: ProducedFile } | { refused: string };

/** What became of a build is written down this long after the database was away. */
const ASK_AGAIN_MS = 1_000;

/**
 * Runs a leased build to its end and settles it: completed, rejected with the reason, one attempt failed, or put off while
 * storage or database do not serve it. The lease is kept while it runs; when it is lost, everything made is thrown away. When
 * the worker stops, the build is given back.
 */
export async function runBuild(service: Service, lease: BuildLease, stopping: AbortSignal): Promise<void> {
	const aborted = new AbortController();
	const abort = () => aborted.abort();
	stopping.addEventListener("abort", abort);
	if (stopping.aborted) abort();
	let isLost = false;
	const renewal = keepLease(service, lease, () => {
		isLost = true;
		abort();
	});
	const sayLost = () =>
		log.warn({ build: lease.id }, "the build was taken over by another worker, or its design was deleted");
	let localPath: string | undefined;
	const settle = (settlement: () => Promise<void>, fileKey?: string) =>
		whenAnswered(lease, settlement, stopping).catch(async (error: unknown) => {
			if (fileKey !== undefined && !isAway(error)) {
				// Of a commit whose answer was lost the record tells: it may have been completed here.
				if (await isRecorded(service, lease, fileKey)) return;
				await service.files.remove(fileKey);
			}
			if (!(error instanceof LeaseLostError)) throw error;
			sayLost();
		});
	try {
		localPath = join(await service.files.workDirectory(), `build-${lease.id}-${lease.fencingToken}.tgt`);
		const prepared = await prepareBuild(service, lease);
		const outcome =
			"refused" in prepared ? prepared : await build(service, lease, prepared, localPath, renewal, aborted.signal);
		renewal.stop();
		if ("refused" in outcome) await settle(() => rejectBuild(service, lease, outcome.refused));
		else await settle(() => completeBuild(service, lease, outcome.file), outcome.file.fileKey);
	} catch (error) {
		renewal.stop();
		// What it was doing was broken off: nothing has failed.
		if (isLost) return sayLost();
		if (error instanceof LeaseLostError) return;
		if (stopping.aborted) return await settle(() => releaseBuild(service, lease));
		const lacking = isAway(error) ? "the database could not be used" : storageProblem(error);
		if (lacking !== undefined) {
			reportFailure("build", error, "a build waits to be tried again", { build: lease.id, reason: lacking });
			return await settle(() =>
				postponeBuild(service, lease, `${lacking.charAt(0).toUpperCase()}${lacking.slice(1)}.`),
			);
		}
		// Whatever is missing then went with the design.
		if (!(await isLeased(service, lease))) return sayLost();
		reportFailure("build", error, "a build attempt failed", { build: lease.id, attempt: lease.attempt });
		const reason = error instanceof Error ? error.message : String(error);
		await settle(() => failBuild(service, lease, `The build process failed: ${reason.slice(0, 500)}`));
	} finally {
		stopping.removeEventListener("abort", abort);
		if (localPath !== undefined) {
			await rm(localPath, { force: true }).catch((error: unknown) =>
				reportFailure("build", error, "what was left of a build could not be removed", { build: lease.id }),
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
	const outcome = await produceFile(service, lease, prepared, { localPath, onProgress: renewal.report, signal });
	if ("refused" in outcome) return outcome;
	renewal.report({ phase: "storing", percent: 99 });
	// The key carries the fencing token: a worker that lost its lease never touches the file of its successor.
	const fileKey = `builds/${lease.id}-${lease.fencingToken}.tgt`;
	await service.files.put(fileKey, localPath);
	return { file: { ...outcome.file, fileKey } };
}

/** Writes down what became of a build as soon as the database answers; an answer that was lost is asked for again. */
async function whenAnswered(lease: BuildLease, settlement: () => Promise<void>, stopping: AbortSignal): Promise<void> {
	for (;;) {
		try {
			return await settlement();
		} catch (error) {
			if (!isAway(error) || stopping.aborted) throw error;
			reportFailure("build", error, "what became of a build could not be written down yet", { build: lease.id });
			await pause(ASK_AGAIN_MS, undefined, { signal: stopping }).catch(() => undefined);
		}
	}
}

/** Of a statement that takes too long the build itself may be the reason: it is an attempt that failed, or there would be no end to them. */
function isAway(error: unknown): boolean {
	return isDatabaseAway(error) && !isStatementTooSlow(error);
}

/** Whether the file is the completed build's. */
async function isRecorded(service: Service, { id }: BuildLease, fileKey: string): Promise<boolean> {
	const build = await service.prisma.build.findUnique({ where: { id }, select: { fileKey: true } });
	return build?.fileKey === fileKey;
}

/** A longer interval would be taken for one of a millisecond. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Renewal {
	report(progress: { phase: string; percent: number }): void;
	stop(): void;
}

/** Renews the lease three times as often as it would need, with the progress last heard of. */
function keepLease(service: Service, lease: BuildLease, onLost: () => void): Renewal {
	let progress = { phase: "preparing", percent: 0 };
	let told = progress;
	let renewing = false;
	const renew = () => {
		if (renewing) return;
		renewing = true;
		told = progress;
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
	// What people watch is written at most once a second.
	const display = setInterval(() => told !== progress && renew(), 1_000);
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
