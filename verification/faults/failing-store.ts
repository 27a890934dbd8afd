import { createHash } from "node:crypto";
import type { Build } from "@/lib/generated/prisma/client";
import type { Random } from "@/lib/tools/seed/inventory/random";
import { fillDisk } from "@/lib/tools/testing/fill-disk";
import { type ObjectStore, startObjectStore } from "@/lib/tools/testing/object-store";
import type { SmallDisk } from "@/lib/tools/testing/small-disk";
import { checkFiles } from "./check-whole";
import type { Ground, Round } from "./fault";
import { type FleetGround, finishFleet, openFleetGround } from "./fleet-ground";
import { mountDisk, NO_MOUNTS } from "./full-disks";
import { createLargeDesign, type LargeDesign } from "./large-design";
import { type Ends, openGround } from "./open-ground";
import { openStoreDoor, type StoreDoor, type Way } from "./store-door";
import { until } from "./until";

/** For a file of about a megabyte. */
const GEOFENCES = 20_000;

interface StoreGround {
	readonly ground: FleetGround;
	readonly design: LargeDesign;
	readonly door: StoreDoor;
}

/** An object store that is slow, refuses connections, or cuts them within a body, while a build is stored and read. */
export function openFailingStore(): Promise<Ground | string> {
	return openGround(async (ends) => {
		const opened = await openStoreGround({}, ends);
		if (typeof opened === "string") return opened;
		const { ground, design, door } = opened;
		return {
			round: async (random, number) => {
				const way = wayOf(random);
				door.set(way);
				await design.request(`store-${number}`);
				await until(`the store is ${way.kind}`, async () => door.met > 0 && isStored(await design.newest()));
				const isRead = await readOlder(ground, design);
				const since = performance.now();
				door.set({ kind: "open" });
				const round = await judge(ground, design, since);
				return isRead
					? round
					: { ...round, problems: [...round.problems, `a file was read wrongly while the store was ${way.kind}`] };
			},
			finish: () => finishFleet(ground),
		};
	});
}

/** The disk of DATA_DIR, in which a worker with an object store writes its files, is full. */
export function openFullWorkDisk(): Promise<Ground | string> {
	return openGround(async (ends) => {
		const disk = mountDisk(60, ends);
		if (!disk.isMounted) return NO_MOUNTS;
		const opened = await openStoreGround({ DATA_DIR: `${disk.directory}/data` }, ends);
		if (typeof opened === "string") return opened;
		const { ground, design } = opened;
		return {
			round: (_, number) => fillWorkDisk(ground, design, disk, number),
			finish: () => finishFleet(ground),
		};
	});
}

/** A web process and a worker on an object store behind a door, with one completed build. */
async function openStoreGround(settings: Record<string, string>, ends: Ends): Promise<StoreGround | string> {
	const store = await startObjectStore();
	ends.push(store.stop);
	const door = await openStoreDoor(Number(new URL(endpointOf(store)).port));
	ends.push(door.close);
	// Of the look past the processes.
	Object.assign(process.env, store.environment);
	const FILE_STORE_URL = store.url("faults").replace(endpointOf(store), `http://127.0.0.1:${door.port}`);
	const ground = await openFleetGround({ settings: { ...settings, ...store.environment, FILE_STORE_URL } });
	if (typeof ground === "string") return ground;
	ends.push(ground.close);
	const { fleet, release } = ground;
	await Promise.all([fleet.start("web", release), fleet.start("worker", release)]);
	const design = await createLargeDesign(ground, GEOFENCES);
	await design.request("store-first");
	await design.settled();
	return { ground, design, door };
}

const endpointOf = (store: ObjectStore) => new URL(store.url("")).searchParams.get("endpoint") ?? "";

function wayOf(random: Random): Way {
	const kind = (["slow", "refusing", "cutting"] as const)[random.between(0, 2)];
	if (kind === "slow") return { kind, bytes: random.between(8_000, 64_000), pauseMs: 100 };
	if (kind === "refusing") return { kind };
	return { kind: "cutting", afterBytes: random.between(100, 600_000) };
}

/** Whether a build's file is stored, or was tried to be. */
const isStored = ({ status, status_reason: statusReason, phase }: Build) =>
	status === "done" || statusReason !== null || phase === "storing";

/** Whether the file of the first build is read rightly, or visibly not. */
async function readOlder({ fleet, cast, service }: FleetGround, design: LargeDesign): Promise<boolean> {
	const { id, digest } = await service.prisma.build.findFirstOrThrow({
		where: { design_id: design.id, status: "done" },
		orderBy: { requested_at: "asc" },
	});
	const url = fleet.processes.find(({ kind }) => kind === "web")?.url ?? "";
	try {
		const response = await fetch(`${url}/api/builds/${id}/file`, {
			headers: { authorization: `Bearer ${cast.designer}` },
			signal: AbortSignal.timeout(20_000),
		});
		if (response.status !== 200) return response.status === 503;
		const bytes = Buffer.from(await response.arrayBuffer());
		return createHash("sha256").update(bytes).digest("hex") === digest;
	} catch {
		// The connection ended, which the reader sees.
		return true;
	}
}

/** The build must be completed once, and each file must be whole. */
async function judge(ground: FleetGround, design: LargeDesign, since: number): Promise<Round> {
	const { service } = ground;
	const build = await design.settled();
	const recoveryMs = performance.now() - since;
	const unfinished =
		build.status === "done" ? [] : [`the build ${build.id} is ${build.status}: ${build.status_reason}`];
	const files = await checkFiles(service, [design.id]);
	const [builds, completed] = await Promise.all([
		service.prisma.build.count({ where: { design_id: design.id, status: "done" } }),
		service.prisma.auditEvent.count({ where: { action: "complete_build", object_id: design.id } }),
	]);
	const twice = completed > builds ? [`${builds} builds were completed ${completed} times`] : [];
	const problems = [...unfinished, ...files, ...twice];
	return { acknowledged: 1, lost: unfinished.length + files.length, doubled: twice.length, recoveryMs, problems };
}

async function fillWorkDisk(
	ground: FleetGround,
	design: LargeDesign,
	{ directory }: SmallDisk,
	number: number,
): Promise<Round> {
	const free = await fillDisk(directory);
	await design.request(`work-${number}`);
	await until("the build waits for room", async () => {
		const { status, status_reason: statusReason } = await design.newest();
		return status === "requested" && statusReason !== null;
	});
	const since = performance.now();
	await free();
	return judge(ground, design, since);
}
