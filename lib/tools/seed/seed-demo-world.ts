import type { Service } from "@/lib/platform/service";
import { playHistory } from "@/lib/tools/seed/history/play-history";
import { serviceAt } from "@/lib/tools/seed/history/stage";
import { DEMO_DEVICES } from "@/lib/tools/seed/inventory/demo-source";
import { createCast } from "./create-cast";
import type { DemoWorld } from "./demo-world";
import { findSamples, type Sample } from "./find-samples";
import { importDemoPois } from "./import-demo-pois";
import { issueCredentials } from "./issue-credentials";

const DAY_MS = 24 * 3600 * 1000;
/** Before all of the history. */
const FOUNDED_DAYS_AGO = 93;

export interface SeedResult {
	readonly world: DemoWorld;
	readonly samples: readonly Sample[];
}

/**
 * Fills the database with the demo world (docs/operations.md, Demo world). If it exists, renews
 * passwords and keys and keeps everything else.
 * @param options.devices devices of its inventory source
 * @param options.tell receives each step, in words
 * @throws InvalidStateError when a name of the demo world is taken
 */
export async function seedDemoWorld(
	service: Service,
	{
		devices = DEMO_DEVICES,
		tell = () => undefined,
	}: { readonly devices?: number; readonly tell?: (what: string) => void } = {},
): Promise<SeedResult> {
	const founded = serviceAt(service, new Date(service.now().getTime() - FOUNDED_DAYS_AGO * DAY_MS));
	tell("people and targets");
	await createCast(founded);
	tell("points of interest");
	await importDemoPois(founded);
	await playHistory(service, devices, tell);
	tell("lookups and credentials");
	const samples = await findSamples(service);
	// Last, so that a failing run keeps the earlier credentials valid.
	const world = await issueCredentials(service);
	return { world, samples };
}
