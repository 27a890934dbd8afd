import type { Deployment } from "@/lib/agent/deployment";
import type { ServedAgent } from "@/lib/agent/http/server";
import { createLogger } from "@/lib/agent/logger";
import { MatchCounts } from "@/lib/agent/match-counts";
import { RequestCounters } from "@/lib/agent/request-counters";
import { answerRows, createSnapshot, type Lookups, type ServedFile, type Snapshot } from "@/lib/agent/snapshot";
import { audienceFile, proximityFile } from "@/lib/agent/testing/targeting-files";
import { openVerifiedTargetingFile, type VerifiedTargetingFile, verifyTargetingFile } from "@/lib/formats/open";
import { hex, pick, random } from "@/verification/benches/random";

const CIRCLES = 200_000;
const DEVICES = 200_000;
const CITIES = 300;

const cities = Array.from({ length: CITIES }, () => ({
	latitude: random() * 120 - 60,
	longitude: random() * 340 - 170,
}));
/** A point in or beside a city, where the circles are. */
export const nearCity = () => {
	const city = pick(cities);
	return { latitude: city.latitude + (random() - 0.5) / 2, longitude: city.longitude + (random() - 0.5) / 2 };
};

/**
 * What the benchmarks of the agent look up in: a file of each type, and the devices of one.
 * @param threads that count matches
 */
export async function servedContents(threads = 1): Promise<{ snapshot: Snapshot; ids: readonly string[] }> {
	const circles = Array.from({ length: CIRCLES }, () => ({ ...nearCity(), radius: 100 + random() * 1900 }));
	const sets = Object.fromEntries(
		Array.from({ length: 20 }, (_, set) => [`set${set}`, circles.filter((_, i) => i % 20 === set)]),
	);
	const ids = Array.from({ length: DEVICES }, () => hex(32));
	const files = [await proximityFile(sets), await audienceFile({ gym: ids, runners: ids.slice(0, DEVICES / 2) })];
	return { snapshot: createSnapshot(files.map((file) => serve(share(file), threads))), ids };
}

/** An agent that answers from a snapshot, and does nothing else. */
export function servedAgent(snapshot: Snapshot): ServedAgent & { snapshot: Lookups } {
	return {
		snapshot,
		counters: new RequestCounters(),
		log: createLogger(),
		monitor: () => ({ status: 200, type: "text/plain", body: "" }),
	};
}

/** Verifies a file in memory that threads share. */
function share(file: Uint8Array): VerifiedTargetingFile {
	const bytes = new Uint8Array(new SharedArrayBuffer(file.length));
	bytes.set(file);
	return verifyTargetingFile(bytes);
}

/** A file of a deployment, of which threads count matches. */
export function serve(verified: VerifiedTargetingFile, threads = 1): ServedFile {
	const file = openVerifiedTargetingFile(verified);
	const deployment: Deployment = {
		deploymentId: crypto.randomUUID(),
		buildId: file.meta.build_id,
		type: file.kind,
		designId: crypto.randomUUID(),
		designName: "Benchmark",
		tags: [],
		size: file.bytes,
		sha256: "",
		filePath: "/",
		requester: null,
	};
	const matches = new MatchCounts(0, threads).countersOf(deployment.deploymentId);
	return { deployment, file, verified, rows: answerRows(deployment, file), matches };
}
