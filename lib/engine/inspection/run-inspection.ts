import { estimateReach } from "@/lib/engine/audience/estimate-reach";
import { listDevices } from "@/lib/engine/audience/listed-devices";
import { matchDevice } from "@/lib/engine/audience/match-device";
import { AudienceRefusedError } from "@/lib/engine/audience/members";
import { changeOptOuts } from "@/lib/engine/opt-outs/change-opt-outs";
import { parseDeviceId } from "@/lib/formats/device-id";
import { TargetingFileError } from "@/lib/formats/errors";
import { storageProblem } from "@/lib/platform/files/storage-problem";
import type { JobContext } from "@/lib/platform/threads/messages";
import { isDomainError } from "@/lib/rules/errors";
import { checkWholeFile } from "./check-whole-file";
import { findGeofences } from "./find-geofences";
import { findOverlaps } from "./find-overlaps";
import type { InspectionJob, InspectionOutcome, LookupOutcome } from "./jobs";
import { lookUpFile } from "./look-up-file";

/** Runs a job on the current thread; never throws. */
export async function runInspection(job: InspectionJob, context: JobContext): Promise<InspectionOutcome> {
	try {
		return { result: await resultOf(job, context) };
	} catch (error) {
		if (error instanceof AudienceRefusedError) return { refused: error.message };
		if (isDomainError(error) && job.task === "opt-outs") return { refused: error.message };
		if (error instanceof TargetingFileError && job.task === "check") return { refused: error.message };
		const lacking = storageProblem(error);
		return { failed: error instanceof Error ? error.message : String(error), ...(lacking ? { lacking } : {}) };
	}
}

async function resultOf(job: InspectionJob, { chunksOf, signal }: JobContext): Promise<unknown> {
	switch (job.task) {
		case "reach": {
			const { task: _task, audiences, sources, ...options } = job;
			return estimateReach(audiences, sources, { ...options, signal });
		}
		case "device": {
			const { task: _task, audiences, sources, deviceId, ...options } = job;
			const device = parseDeviceId(deviceId);
			if (device === null) throw new Error("a device id is checked before it is looked for");
			const found = await matchDevice(audiences, sources, device, { ...options, signal });
			const sets = found.map((set) => ({ set, geofenceCount: null, geofences: null }));
			return { sets, falseMatchProbability: 0 } satisfies LookupOutcome;
		}
		case "listed-devices": {
			const { sources, optOutsPath, tempDirectory, memoryLimitMb } = job;
			return listDevices(sources, optOutsPath, { tempDirectory, memoryLimitMb, signal });
		}
		case "point":
			return findGeofences(job, chunksOf, signal);
		case "overlaps":
			return findOverlaps(job, chunksOf, signal);
		case "file":
			return lookUpFile(job);
		case "check":
			return checkWholeFile(job);
		case "opt-outs":
			return changeOptOuts(job, signal);
	}
}
