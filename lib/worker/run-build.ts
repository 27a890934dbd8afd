import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ClaimedBuild } from "@/lib/builds/claim-build";
import { completeBuild, type ProducedFile } from "@/lib/builds/complete-build";
import { failBuildAttempt } from "@/lib/builds/fail-build-attempt";
import { LeaseLostError } from "@/lib/builds/hold-build";
import { rejectBuild } from "@/lib/builds/reject-build";
import { releaseBuild } from "@/lib/builds/release-build";
import { reportBuildProgress } from "@/lib/builds/report-build-progress";
import { log } from "@/lib/log";
import { reportFailure } from "@/lib/metrics/report-failure";
import type { Service } from "@/lib/service";
import { type PreparedBuild, prepareBuild } from "./prepare-build";
import { produceFile } from "./produce-file";

/** What became of a build: a file, or why the design cannot be built as it stands. */
type Produced = { file: ProducedFile } | { refused: string };

/**
 * Runs a claimed build to its end and settles it: completed, rejected with the reason, or one attempt failed. The lease is
 * kept while it runs; when it is lost, everything made is thrown away. When the worker stops, the build is given back.
 */
export async function runBuild(service: Service, claim: ClaimedBuild, stopping: AbortSignal): Promise<void> {
	const aborted = new AbortController();
	const abort = () => aborted.abort();
	stopping.addEventListener("abort", abort);
	if (stopping.aborted) abort();
	const lease = keepLease(service, claim, abort);
	let localPath: string | undefined;
	const settle = async (settlement: Promise<void>, fileKey?: string) => {
		await settlement.catch(async (error: unknown) => {
			if (!(error instanceof LeaseLostError)) throw error;
			log.warn({ build: claim.id }, "the build was taken over by another worker, or its design was deleted");
			if (fileKey !== undefined) await service.files.remove(fileKey);
		});
	};
	try {
		localPath = join(await service.files.workDirectory(), `build-${claim.id}-${claim.fence}.tgt`);
		const prepared = await prepareBuild(service, claim);
		const outcome =
			"refused" in prepared ? prepared : await build(service, claim, prepared, localPath, lease, aborted.signal);
		lease.stop();
		if ("refused" in outcome) await settle(rejectBuild(service, claim, outcome.refused));
		else await settle(completeBuild(service, claim, outcome.file), outcome.file.fileKey);
	} catch (error) {
		lease.stop();
		if (error instanceof LeaseLostError) return;
		if (stopping.aborted) return await settle(releaseBuild(service, claim));
		reportFailure("build", error, "a build attempt failed", { build: claim.id, attempt: claim.attempt });
		const reason = error instanceof Error ? error.message : String(error);
		await settle(failBuildAttempt(service, claim, `The build process failed: ${reason.slice(0, 500)}`));
	} finally {
		stopping.removeEventListener("abort", abort);
		if (localPath !== undefined) await rm(localPath, { force: true });
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
