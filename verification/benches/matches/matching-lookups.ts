import { lookUpDevice, lookUpDeviceInSet, lookUpDevices, lookUpPoint, lookUpPoints } from "@/lib/agent/http/lookups";
import { createAgentServer } from "@/lib/agent/http/server";
import { totalOf } from "@/lib/agent/match-counts";
import { nearCity, servedAgent, servedContents } from "@/verification/benches/agent/contents";
import { hex, pick, random } from "@/verification/benches/random";

const BATCH = 100;
/** Lookups of a pass. */
export const PASS = 2000;

const { snapshot, ids } = await servedContents();
const device = () => (random() < 0.5 ? pick(ids) : hex(32));
const many = <T>(make: () => T) => Array.from({ length: PASS }, make);
const batchesOf = <T>(items: readonly T[]) =>
	Array.from({ length: PASS / BATCH }, (_, index) => items.slice(index * BATCH, (index + 1) * BATCH));

const points = many(nearCity);
const devices = many(device);
export const pointQueries = points.map(({ latitude, longitude }) => `latitude=${latitude}&longitude=${longitude}`);
export const deviceQueries = devices.map((id) => `user-id=${id}`);
export const pointBatches = batchesOf(points);
export const deviceBatches = batchesOf(devices);

/** A pass over what each case looks up, without HTTP. */
export const PASSES: Readonly<Record<string, () => void>> = {
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

/** Lookups that were counted: none on the side without counting. */
export const counted = () => snapshot.files.reduce((sum, { matches }) => sum + totalOf(matches), 0);

export const server = createAgentServer(servedAgent(snapshot));
