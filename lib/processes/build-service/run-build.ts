import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ClaimedBuild } from "@/lib/domain/builds/claim-build";
import { completeBuild, type ProducedFile } from "@/lib/domain/builds/complete-build";
import { failBuildAttempt } from "@/lib/domain/builds/fail-build-attempt";
import { LeaseLostError } from "@/lib/domain/builds/hold-build";
import { postponeBuild } from "@/lib/domain/builds/postpone-build";
import { rejectBuild } from "@/lib/domain/builds/reject-build";
import { releaseBuild } from "@/lib/domain/builds/release-build";
import { reportBuildProgress } from "@/lib/domain/builds/report-build-progress";
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
 * Runs a claimed build to its end and settles it: completed, rejected with the reason, one attempt failed, or put off while
 * storage or database do not serve it. The lease is kept while it runs; when it is lost, everything made is thrown away. When
 * the worker stops, the build is given back.
 */
export async function runBuild(service: Service, claim: ClaimedBuild, stopping: AbortSignal): Promise<void> {
	const aborted = new AbortController();
	const abort = () => aborted.abort();
	stopping.addEventListener("abort", abort);
	if (stopping.aborted) abort();
	let isLost = false;
	const lease = keepLease(service, claim, () => {
		isLost = true;
		abort();
	});
	const sayLost = () =>
		log.warn({ build: claim.id }, "the build was taken over by another worker, or its design was deleted");
	let localPath: string | undefined;
	const settle = (settlement: () => Promise<void>, fileKey?: string) =>
		whenAnswered(claim, settlement, stopping).catch(async (error: unknown) => {
			if (fileKey !== undefined && !isAway(error)) {
				// Of a commit whose answer was lost the record tells: it may have been completed here.
				if (await isRecorded(service, claim, fileKey)) return;
				await service.files.remove(fileKey);
			}
			if (!(error instanceof LeaseLostError)) throw error;
			sayLost();
		});
	try {
		localPath = join(await service.files.workDirectory(), `build-${claim.id}-${claim.fence}.tgt`);
		const prepared = await prepareBuild(service, claim);
		const outcome =
			"refused" in prepared ? prepared : await build(service, claim, prepared, localPath, lease, aborted.signal);
		lease.stop();
		if ("refused" in outcome) await settle(() => rejectBuild(service, claim, outcome.refused));
		else await settle(() => completeBuild(service, claim, outcome.file), outcome.file.fileKey);
	} catch (error) {
		lease.stop();
		// What it was doing was broken off: nothing has failed.
		if (isLost) return sayLost();
		if (error instanceof LeaseLostError) return;
		if (stopping.aborted) return await settle(() => releaseBuild(service, claim));
		const lacking = isAway(error) ? "the database could not be used" : storageProblem(error);
		if (lacking !== undefined) {
			reportFailure("build", error, "a build waits to be tried again", { build: claim.id, reason: lacking });
			return await settle(() =>
				postponeBuild(service, claim, `${lacking.charAt(0).toUpperCase()}${lacking.slice(1)}.`),
			);
		}
		reportFailure("build", error, "a build attempt failed", { build: claim.id, attempt: claim.attempt });
		const reason = error instanceof Error ? error.message : String(error);
		await settle(() => failBuildAttempt(service, claim, `The build process failed: ${reason.slice(0, 500)}`));
	} finally {
		stopping.removeEventListener("abort", abort);
		if (localPath !== undefined) {
			await rm(localPath, { force: true }).catch((error: unknown) =>
				reportFailure("build", error, "what was left of a build could not be removed", { build: claim.id }),
			);
		}
	}
}

async function build(
	service: Service,
	claim: ClaimedBuild,
	prepared: PreparedBuild,
	localPath: string,
	lease: Lease,
	signal: AbortSignal,
): Promise<Produced> {
	const outcome = await produceFile(service, claim, prepared, { localPath, onProgress: lease.report, signal });
	if ("refused" in outcome) return outcome;
	lease.report({ phase: "storing", percent: 99 });
	// The key carries the fence: whoever lost the lease never touches the file of who has it.
	const fileKey = `builds/${claim.id}-${claim.fence}.tgt`;
	await service.files.put(fileKey, localPath);
	return { file: { ...outcome.file, fileKey } };
}

/** Writes down what became of a build as soon as the database answers; an answer that was lost is asked for again. */
async function whenAnswered(
	claim: ClaimedBuild,
	settlement: () => Promise<void>,
	stopping: AbortSignal,
): Promise<void> {
	for (;;) {
		try {
			return await settlement();
		} catch (error) {
			if (!isAway(error) || stopping.aborted) throw error;
			reportFailure("build", error, "what became of a build could not be written down yet", { build: claim.id });
			await pause(ASK_AGAIN_MS, undefined, { signal: stopping }).catch(() => undefined);
		}
	}
}

/** Of a statement that takes too long the build itself may be the reason: it is an attempt that failed, or there would be no end to them. */
function isAway(error: unknown): boolean {
	return isDatabaseAway(error) && !isStatementTooSlow(error);
}

/** Whether the file is the completed build's. */
async function isRecorded(service: Service, { id }: ClaimedBuild, fileKey: string): Promise<boolean> {
	const build = await service.prisma.build.findUnique({ where: { id }, select: { fileKey: true } });
	return build?.fileKey === fileKey;
}

/** A longer interval would be taken for one of a millisecond. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Lease {
	report(progress: { phase: string; percent: number }): void;
	stop(): void;
}

/** Renews the lease three times as often as it would need, with the progress last heard of. */
function keepLease(service: Service, claim: ClaimedBuild, onLost: () => void): Lease {
	let progress = { phase: "preparing", percent: 0 };
	let told = progress;
	let renewing = false;
	const renew = () => {
		if (renewing) return;
		renewing = true;
		told = progress;
		reportBuildProgress(service, claim, progress)
			.catch((error: unknown) => {
				if (error instanceof LeaseLostError) onLost();
				else reportFailure("build", error, "the lease of a build could not be renewed", { build: claim.id });
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
