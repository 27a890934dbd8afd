import { checkDeviceId } from "@/lib/agent/http/device-id";
import { numberParameter, queryParameter } from "@/lib/agent/http/query";
import { RequestError } from "@/lib/agent/http/request-error";
import { answerAudience, answerAudienceSet, answerProximity, type Snapshot } from "@/lib/agent/snapshot";

/** The JSON text of a response, with the counts for the metrics. */
export interface LookupAnswer {
	body: string;
	lookups: number;
	matched: number;
}

const NO_MATCH = "[]";

/** `GET /geopulse/proximity/indices?latitude=&longitude=`, degrees. */
export function lookUpPoint(snapshot: Snapshot, query: string): LookupAnswer {
	const latitude = numberParameter(query, "latitude", -90, 90);
	const longitude = numberParameter(query, "longitude", -180, 180);
	return single(answerProximity(snapshot, latitude, longitude));
}

/** `GET /geopulse/audience/sets?user-id=`. */
export function lookUpDevice(snapshot: Snapshot, query: string): LookupAnswer {
	const deviceId = deviceParameter(query);
	return single(deviceId === null ? NO_MATCH : answerAudience(snapshot, deviceId));
}

/** `GET /geopulse/audience/sets/<set_id>?user-id=`. */
export function lookUpDeviceInSet(snapshot: Snapshot, setId: string, query: string): LookupAnswer {
	const deviceId = deviceParameter(query);
	return single(deviceId === null ? NO_MATCH : answerAudienceSet(snapshot, setId, deviceId));
}

/**
 * `POST /geopulse/proximity/indices`: maps an array of `{latitude, longitude}` to an array of
 * arrays. Rejects pairs of numbers: GeoJSON puts longitude first, others latitude, and a swap would
 * go unnoticed.
 */
export function lookUpPoints(snapshot: Snapshot, items: readonly unknown[]): LookupAnswer {
	return batch(items, (item, index) => {
		if (typeof item !== "object" || item === null || Array.isArray(item))
			throw new RequestError(400, `item ${index} must be an object with latitude and longitude`);
		const { latitude, longitude } = item as Record<string, unknown>;
		return answerProximity(
			snapshot,
			degrees(latitude, 90, "latitude", index),
			degrees(longitude, 180, "longitude", index),
		);
	});
}

/** `POST /geopulse/audience/sets`: maps an array of device ids to an array of arrays. */
export function lookUpDevices(snapshot: Snapshot, items: readonly unknown[]): LookupAnswer {
	return batch(items, (item, index) => {
		const deviceId = checkDeviceId(item, `item ${index}: user-id`);
		return deviceId === null ? NO_MATCH : answerAudience(snapshot, deviceId);
	});
}

function batch(items: readonly unknown[], answer: (item: unknown, index: number) => string): LookupAnswer {
	let body = "";
	let matched = 0;
	for (let index = 0; index < items.length; index++) {
		const one = answer(items[index], index);
		if (one !== NO_MATCH) matched++;
		body = index === 0 ? one : `${body},${one}`;
	}
	return { body: `[${body}]`, lookups: items.length, matched };
}

function single(body: string): LookupAnswer {
	return { body, lookups: 1, matched: body === NO_MATCH ? 0 : 1 };
}

function deviceParameter(query: string): string | null {
	const text = queryParameter(query, "user-id");
	if (text === null || text === "") throw new RequestError(400, "user-id is missing: give a device id");
	return checkDeviceId(text, "user-id");
}

function degrees(value: unknown, limit: number, name: string, index: number): number {
	if (typeof value === "number" && value >= -limit && value <= limit) return value;
	const state = value === undefined ? "is missing: give" : "must be";
	throw new RequestError(400, `item ${index}: ${name} ${state} a number from ${-limit} to ${limit}`);
}
