import { checkDeviceId } from "@/lib/agent/http/check-device-id";
import { numberParameter, queryParameter } from "@/lib/agent/http/query";
import { degreesProblem } from "@/lib/agent/http/read-body";
import { RequestError } from "@/lib/agent/http/request-error";
import {
	answerAudience,
	answerAudienceSet,
	answerDevices,
	answerPoints,
	answerProximity,
	type Lookups,
} from "@/lib/agent/snapshot";
import type { Place } from "@/lib/formats/proximity-filter";

/** The JSON text of a response, with the counts for the metrics. */
export interface LookupAnswer {
	body: string;
	lookups: number;
	matched: number;
}

const NO_MATCH = "[]";

/** `GET /geopulse/proximity/indices?latitude=&longitude=`, degrees. */
export function lookUpPoint(snapshot: Lookups, query: string): LookupAnswer {
	const latitude = numberParameter(query, "latitude", -90, 90);
	const longitude = numberParameter(query, "longitude", -180, 180);
	return single(answerProximity(snapshot, latitude, longitude));
}

/** `GET /geopulse/audience/sets?user-id=`. */
export function lookUpDevice(snapshot: Lookups, query: string): LookupAnswer {
	const deviceId = deviceParameter(query);
	return single(deviceId === null ? NO_MATCH : answerAudience(snapshot, deviceId));
}

/** `GET /geopulse/audience/sets/<set_id>?user-id=`. */
export function lookUpDeviceInSet(snapshot: Lookups, setId: string, query: string): LookupAnswer {
	const deviceId = deviceParameter(query);
	return single(deviceId === null ? NO_MATCH : answerAudienceSet(snapshot, setId, deviceId));
}

/**
 * `POST /geopulse/proximity/indices`: maps an array of `{latitude, longitude}` to an array of
 * arrays. Rejects pairs of numbers: GeoJSON puts longitude first, others latitude, and a swap would
 * go unnoticed.
 */
export function lookUpPoints(snapshot: Lookups, items: readonly unknown[]): LookupAnswer {
	// All items are read before the first lookup: a rejected batch must not count as matched.
	return batch(answerPoints(snapshot, items.map(readPoint)));
}

/** `POST /geopulse/audience/sets`: maps an array of device ids to an array of arrays. */
export function lookUpDevices(snapshot: Lookups, items: readonly unknown[]): LookupAnswer {
	const ids = items.map((item, index) => checkDeviceId(item, `item ${index}: user-id`) ?? "");
	return batch(answerDevices(snapshot, ids));
}

function batch(answers: readonly string[]): LookupAnswer {
	let matched = 0;
	for (const answer of answers) if (answer !== NO_MATCH) matched++;
	return { body: `[${answers.join(",")}]`, lookups: answers.length, matched };
}

function single(body: string): LookupAnswer {
	return { body, lookups: 1, matched: body === NO_MATCH ? 0 : 1 };
}

function deviceParameter(query: string): string | null {
	const text = queryParameter(query, "user-id");
	if (text === null || text === "") throw new RequestError(400, "user-id is missing: give a device id");
	return checkDeviceId(text, "user-id");
}

function readPoint(item: unknown, index: number): Place {
	if (typeof item !== "object" || item === null || Array.isArray(item))
		throw new RequestError(400, `item ${index} must be an object with latitude and longitude`);
	const problem = degreesProblem(item as Record<string, unknown>);
	if (problem !== null) throw new RequestError(400, `item ${index}: ${problem}`);
	// The item itself, so that reading it allocates nothing.
	return item as Place;
}
