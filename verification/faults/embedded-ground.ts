import { chainEvents } from "@/lib/domain/audit/chain/chain-events";
import { parseEnvironment } from "@/lib/platform/env";
import type { Service } from "@/lib/platform/service";
import { openService } from "@/lib/processes/startup/open-service";
import { Balancer } from "@/verification/fleets/balancer";
import { createLoadCast } from "@/verification/fleets/fleet";
import { type FleetProcess, startProcess } from "@/verification/fleets/fleet-process";
import { makeRelease } from "@/verification/fleets/release";
import { checkWhole } from "./check-whole";
import type { Round } from "./fault";
import { SECRET } from "./fleet-ground";
import type { Ends } from "./open-ground";
import { judgeLoad, loadThrough, type UnderLoad } from "./under-load";

/** One process of the service on its embedded database. */
export interface EmbeddedGround {
	readonly balancer: Balancer;
	/** Kills the process and starts it again. */
	restart(): Promise<void>;
	/**
	 * Has a fault happen under a load; then ends the process, and checks its whole database, which
	 * one process at a time can open.
	 */
	underLoad(options: UnderLoad): Promise<Round>;
}

/** @param dataDir of the service */
export async function openEmbeddedGround(dataDir: string, ends: Ends): Promise<EmbeddedGround> {
	const release = await makeRelease();
	ends.push(release.remove);
	const settings = { DATA_DIR: dataDir, NEXTAUTH_SECRET: SECRET, BUILD_LEASE_SECONDS: "3" };
	const opened = async <Result>(work: (service: Service) => Promise<Result>): Promise<Result> => {
		const { service, database } = await openService(parseEnvironment(settings));
		try {
			return await work(service);
		} finally {
			await database.close();
		}
	};
	const balancer = new Balancer();
	ends.push(() => balancer.close());
	let current: FleetProcess | undefined;
	const start = async () => {
		const more = { STOP_NOTICE_SECONDS: "0", BUILD_WORKERS: "1", BOOTSTRAP_PASSWORD: "a few words in a row" };
		current = await startProcess("web", release, { ...settings, ...more });
		balancer.add(current.url ?? "");
	};
	const end = async (how: "stop" | "kill") => {
		balancer.remove(current?.url ?? "");
		await current?.[how]();
	};
	const cast = await opened(createLoadCast);
	ends.push(() => end("kill"));
	await start();
	return {
		balancer,
		restart: async () => {
			await end("kill");
			await start();
		},
		underLoad: async (options) => {
			const through = await loadThrough(balancer, cast, options);
			await end("stop");
			const round = await opened(async (service) => {
				const judged = await judgeLoad(service, options.mark, through);
				await chainEvents(service);
				return { ...judged, problems: [...judged.problems, ...(await checkWhole(service))] };
			});
			await start();
			return round;
		},
	};
}
