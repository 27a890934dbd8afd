import type { EvaluationSource } from "@/lib/engine/audience/members";
import { inspect } from "@/lib/engine/inspection/inspect";
import { DoublingPauses } from "@/lib/platform/doubling-pauses";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { oneAtATime } from "@/lib/platform/one-at-a-time";
import type { Service } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";

const TIMEOUT_MS = 600_000;
const MEMORY_MB = 512;

/** Sources whose devices are being listed, or wait for it. */
const underWay = new Set<string>();
/**
 * A failed listing is not retried at every key stroke; a failing large source uses the thread ever
 * less.
 */
const pauses = new DoublingPauses({ firstMs: 600_000, longestMs: 86_400_000 });
const inTurn = oneAtATime();

/**
 * Has a thread write down which devices of sources are on the list of opt-outs, so that later
 * evaluations need not hash their ids. The caller does not wait for it.
 */
export function listDevicesSoon(service: Service, sources: readonly EvaluationSource[], optOutsPath: string): void {
	for (const source of sources) {
		const { slug } = source;
		if (underWay.has(slug) || pauses.isPaused(slug)) continue;
		underWay.add(slug);
		inTurn(() => list(service, source, optOutsPath))
			.then(
				() => pauses.end(slug),
				(error: unknown) => {
					if (!isDomainError(error))
						logFailure(error, "the devices of a source that opted out could not be listed", { source: slug });
					pauses.begin(slug);
				},
			)
			.finally(() => underWay.delete(slug));
	}
}

async function list({ files }: Service, source: EvaluationSource, optOutsPath: string): Promise<void> {
	const job = { sources: [source], optOutsPath, tempDirectory: await files.workDirectory(), memoryLimitMb: MEMORY_MB };
	await inspect({ task: "listed-devices", ...job }, { caller: "listing of opt-outs", timeoutMs: TIMEOUT_MS });
}
