/**
 * One side of `npm run bench:matches`: answers lookups by HTTP, and looks up without HTTP as it is
 * told by messages of its parent.
 */

import { listen } from "@/lib/agent/http/listen";
import { lookUpDevice, lookUpDeviceInSet, lookUpDevices, lookUpPoint, lookUpPoints } from "@/lib/agent/http/lookups";
import { createAgentServer } from "@/lib/agent/http/server";
import { hex, nearCity, pick, random, servedAgent, servedContents } from "./agent-contents";

/** What the parent asks for. */
export type Order = { readonly name: string; readonly milliseconds: number } | "used";
/** The answer: lookups within so much CPU time, or the CPU time used so far. */
export interface Done {
	readonly lookups: number;
	readonly cpuMs: number;
}

const BATCH = 100;
const KEPT = 2000;

const { snapshot, ids } = await servedContents();
const device = () => (random() < 0.5 ? pick(ids) : hex(32));
const many = <T>(make: () => T) => Array.from({ length: KEPT }, make);
const points = many(nearCity);
const pointQueries = points.map(({ latitude, longitude }) => `latitude=${latitude}&longitude=${longitude}`);
const devices = many(device);
const deviceQueries = devices.map((id) => `user-id=${id}`);
const batchesOf = <T>(items: readonly T[]) =>
	Array.from({ length: KEPT / BATCH }, (_, index) => items.slice(index * BATCH, (index + 1) * BATCH));
const pointBatches = batchesOf(points);
const deviceBatches = batchesOf(devices);

/** A pass over what each case looks up; every one has 2,000 lookups. */
const CASES: Readonly<Record<string, () => void>> = {
	"single point": () => {
		for (const query of pointQueries) lookUpPoint(snapshot, query);
	},
	"batch of 100 points": () => {
		for (const batch of pointBatches) lookUpPoints(snapshot, batch);
	},
	"single device": () => {
		for (const query of deviceQueries) lookUpDevice(snapshot, query);
	},
	"device in a set": () => {
		for (const query of deviceQueries) lookUpDeviceInSet(snapshot, "set-gym", query);
	},
	"batch of 100 devices": () => {
		for (const batch of deviceBatches) lookUpDevices(snapshot, batch);
	},
};

const cpuMs = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

const url = await listen(createAgentServer(servedAgent(snapshot)), "127.0.0.1", 0);
process.on("message", (order: Order) => {
	const from = cpuMs();
	if (order === "used") return process.send?.({ lookups: 0, cpuMs: from } satisfies Done);
	const pass = CASES[order.name];
	let lookups = 0;
	while (pass !== undefined && cpuMs() - from < order.milliseconds) {
		pass();
		lookups += KEPT;
	}
	return process.send?.({ lookups, cpuMs: cpuMs() - from } satisfies Done);
});
process.send?.({ url, cases: Object.keys(CASES), query: pointQueries, device: deviceQueries });
