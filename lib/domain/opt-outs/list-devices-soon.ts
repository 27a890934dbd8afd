import { createHash } from "node:crypto";
import type { EvaluationSource } from "@/lib/engine/audience/members";
import { inspect } from "@/lib/engine/inspection/inspect";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { oneAtATime } from "@/lib/platform/one-at-a-time";
import type { Service } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";

const TIMEOUT_MS = 600_000;
const MEMORY_MB = 512;
/** What failed is not tried again with every key stroke. */
const PAUSE_MS = 600_000;

/** What was begun and has not succeeded, by the list and the sources' parts. */
const begun = new Set<string>();
const inTurn = oneAtATime();

/**
 * Has a thread write down which devices of sources are on the list of opt-outs, so that later
 * evaluations need not hash their ids. The caller does not wait for it.
 */
export function listDevicesSoon(service: Service, sources: readonly EvaluationSource[], optOutsPath: string): void {
	const paths = sources.flatMap(({ parquetPaths }) => parquetPaths);
	const key = createHash("sha256")
		.update([optOutsPath, ...paths].join("\n"))
		.digest("hex");
	if (begun.has(key)) return;
	begun.add(key);
	inTurn(() => list(service, sources, optOutsPath)).then(
		() => begun.delete(key),
		(error: unknown) => {
			if (!isDomainError(error)) logFailure(error, "the devices of a source that opted out could not be listed");
			setTimeout(() => begun.delete(key), PAUSE_MS).unref();
		},
	);
}

async function list({ files }: Service, sources: readonly EvaluationSource[], optOutsPath: string): Promise<void> {
	const job = { sources, optOutsPath, tempDirectory: await files.workDirectory(), memoryLimitMb: MEMORY_MB };
	await inspect({ task: "listed-devices", ...job }, { caller: "listing of opt-outs", timeoutMs: TIMEOUT_MS });
}
