import type { Service } from "@/lib/platform/service";
import type { Random } from "@/lib/tools/seed/inventory/random";
import type { Balancer } from "@/verification/fleets/balancer";
import { checkLoad } from "@/verification/fleets/check-load";
import { type Load, type LoadCast, startLoad } from "@/verification/fleets/load";
import { checkFiles } from "./check-whole";
import type { Round } from "./fault";
import { until } from "./until";

const LANES = { reads: 0, writes: 32, campaigns: 2 };
const PAUSE_MS = 20;

export interface UnderLoad {
	/** With which the names of the load's designs begin. */
	readonly mark: string;
	readonly random: Random;
	/** The fault, from its beginning to its end. */
	fault(): Promise<void>;
	/** Concurrent work; 32 writers and two campaigns by default. */
	readonly lanes?: { readonly reads: number; readonly writes: number; readonly campaigns: number };
}

/** A load that went through a fault and has ended. */
export interface LoadThrough {
	readonly load: Load;
	readonly recoveryMs: number;
}

/** Has a fault happen under a load, and waits until every writer has gone on. */
export async function loadThrough(
	balancer: Balancer,
	cast: LoadCast,
	{ mark, random, fault, lanes = LANES }: UnderLoad,
): Promise<LoadThrough> {
	const load = startLoad(balancer, cast, { mark, pauseMs: PAUSE_MS, lanes });
	const { designs } = load.acknowledged;
	const enough = random.between(lanes.writes, 4 * lanes.writes);
	const hasGoneOn = (count: number) => () => designs.size >= count || load.problems.length > 0;
	await until("the writers have begun", hasGoneOn(enough));
	const since = performance.now();
	await fault();
	const before = designs.size;
	await until("a writer has gone on", hasGoneOn(before + 1));
	const recoveryMs = performance.now() - since;
	// Some answers may have been on their way; more than there are writers are new ones.
	await until("the writers have gone on", hasGoneOn(before + lanes.writes + 1));
	await load.stop();
	return { load, recoveryMs };
}

/** Compares what the service acknowledged with its database and its file store. */
export async function judgeLoad(
	service: Service,
	mark: string,
	{ load: { acknowledged, problems }, recoveryMs }: LoadThrough,
): Promise<Round> {
	const { designs, builds, activated } = acknowledged;
	const found = await checkLoad(service, mark, acknowledged);
	const rows = await service.prisma.design.findMany({
		where: { name: { startsWith: `${mark} ` } },
		select: { id: true },
	});
	const ids = rows.map(({ id }) => id);
	const files = await checkFiles(service, ids);
	return {
		acknowledged: designs.size + builds.size + activated.size,
		lost: found.lost + files.length,
		doubled: found.doubled,
		recoveryMs,
		problems: [...problems, ...found.problems, ...files],
	};
}
