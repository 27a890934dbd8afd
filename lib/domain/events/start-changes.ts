import type { Database } from "@/lib/platform/db/database";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import type { Service } from "@/lib/platform/service";
import { changeFeed } from "./change-feed";
import { sweepChanges } from "./sweep-changes";

const SWEEP_MS = 600_000;

/** Sweeps old changes while this process serves, with or without readers. */
export function startChanges(service: Service, database: Database): { stop(): Promise<void> } {
	const sweep = () =>
		sweepChanges(service).catch((err: unknown) => reportFailure("sweep", err, "a sweep of changes failed"));
	let sweeping: Promise<unknown> = sweep();
	const timer = setInterval(() => {
		sweeping = sweep();
	}, SWEEP_MS).unref();
	return {
		stop: async () => {
			clearInterval(timer);
			await changeFeed(database, service).stop();
			await sweeping;
		},
	};
}
