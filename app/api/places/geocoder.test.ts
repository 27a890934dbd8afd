import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type FoundPlaces, foundPlaces } from "@/lib/contract/found-place";
import { GeocoderTurns } from "@/lib/domain/gazetteer/geocoder-turns";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { eventually } from "@/lib/tools/testing/eventually";
import { answering, type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey } from "@/lib/tools/testing/world";
import { POST as addressesRoute } from "./addresses/route";
import { GET } from "./route";

let service: TestService;
let receiver: Receiver;
let headers: { authorization: string };
const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
beforeAll(async () => {
	receiver = await startReceiver();
	service = await createTestService(undefined, {
		GEOCODER_URL: `${receiver.url}/`,
		WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
	});
	headers = { authorization: `Bearer ${await issueKey(service, (await createWorld(service)).outsider, ["manage"])}` };
});
afterAll(async () => {
	setService(undefined);
	await receiver.stop();
	await service.drop();
});
beforeEach(() => {
	// An answer that comes is waited for, however slow the machine is.
	vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) =>
		receiver.answer === silence ? timeoutOf(milliseconds) : new AbortController().signal,
	);
	startProcess();
	service.advance(1_000);
	receiver.received.length = 0;
	receiver.answer = answering(200, {}, JSON.stringify([nominatim("Invalidenstraße", "52.53", "13.38")]));
});

const silence = () => undefined;

/** A process of its own on the same database: it remembers nothing. */
const startProcess = () => setService({ ...service });

const nominatim = (name: string, lat: string, lon: string) => ({
	name,
	display_name: `${name}, Mitte, Berlin, Deutschland`,
	lat,
	lon,
	boundingbox: ["52.51", "52.53", "13.37", "13.39"],
});

const find = async (q: string): Promise<FoundPlaces> => {
	const answer = await callRoute(GET, { url: `/api/places?limit=20&q=${encodeURIComponent(q)}`, headers });
	expect(answer.status).toBe(200);
	return foundPlaces.parse(answer.body.response?.data);
};
const locate = async (addresses: string[]) =>
	callRoute(addressesRoute, { url: "/api/places/addresses", json: { addresses }, headers });
const asked = () => receiver.received.map(({ path }) => new URLSearchParams(path.split("?")[1]).get("q"));

const BUSY = "the geocoder is busy: search again in a second";

test("its places come after the service's own, once, and are kept for five minutes", async () => {
	const found = [nominatim("Invalidenstraße", "52.53", "13.38"), nominatim("Berlin", "52.51", "13.39")];
	receiver.answer = answering(200, {}, JSON.stringify(found));
	const { places, note } = await find("Berlin");
	expect([places[0]?.source, places.at(-1)?.source, note]).toEqual(["gazetteer", "geocoder", null]);
	expect(places.at(-1)).toMatchObject({
		kind: "address",
		name: "Invalidenstraße",
		region: "Mitte, Berlin",
		country: "Deutschland",
		latitude: 52.53,
		bounds: [13.37, 52.51, 13.39, 52.53],
	});
	expect(places.filter(({ name, country }) => name === "Berlin" && country !== "United States")).toHaveLength(1);
	service.advance(290_000);
	await find("berlin");
	expect(receiver.received.map(({ path }) => path)).toEqual(["/search?format=jsonv2&q=Berlin&limit=20"]);
	service.advance(10_000);
	await find("berlin");
	expect(asked()).toEqual(["Berlin", "berlin"]);
});

test("equal questions at a time are asked once", async () => {
	const held: (() => void)[] = [];
	const answer = receiver.answer;
	receiver.answer = (response, one) => void held.push(() => answer(response, one));
	const answers = [find("Torstraße 1"), find("torstraße 1"), find("Torstraße 1")];
	await eventually(() => expect(held).toHaveLength(1));
	held[0]?.();
	for (const { places } of await Promise.all(answers)) expect(places.at(-1)?.name).toBe("Invalidenstraße");
	expect(asked()).toEqual(["Torstraße 1"]);
});

test("it is asked once a second by all processes together; who gets no turn is told so", async () => {
	await find("Torstraße 2");
	startProcess();
	const { places, note } = await find("Berlin Torstraße");
	expect([places, note]).toEqual([[], BUSY]);
	service.advance(1_000);
	expect((await find("Torstraße 3")).note).toBeNull();
	expect(asked()).toEqual(["Torstraße 2", "Torstraße 3"]);
});

test("the newest question goes first", async () => {
	let reads = 0;
	const now = () => {
		reads += 1;
		return service.now();
	};
	const turns = new GeocoderTurns({ ...service, now });
	expect(await turns.take()).toBe(true);
	reads = 0;
	const [older, newer] = [turns.take(), turns.take()];
	// By then the older one was refused.
	await eventually(() => expect(reads).toBeGreaterThan(1));
	service.advance(1_000);
	expect([await newer, await older]).toEqual([true, false]);
});

test.each([
	["fails", answering(503, {}, ""), "its status is 503"],
	["answers something else", answering(200, {}, "<html>"), "its answer is not in Nominatim's format jsonv2"],
	[
		"is behind a portal",
		answering(200, { "content-type": "text/html" }, "<p>Sign in</p>"),
		"the geocoder, or something in front of it, answered with a page (200)",
	],
	[
		"is behind a firewall",
		answering(400, { "content-type": "text/html" }, "<p>Blocked</p>"),
		"the geocoder, or something in front of it, answered with a page (400)",
	],
	["has nothing new", answering(304), "its status is 304"],
	["does not answer", silence, "no answer within 1.5 seconds"],
])("where it %s, own places come with a note, and it is left alone for a while", async (_how, answer, problem) => {
	receiver.answer = answer;
	const note = `the geocoder failed: ${problem}`;
	for (const q of ["Hamburg", "Hamburg M", "Hamburg Mi"]) {
		const found = await find(q);
		expect([found.places[0]?.country, found.note]).toEqual(["Germany", note]);
		service.advance(4_000);
	}
	expect(asked()).toEqual(["Hamburg"]);
	receiver.answer = answering(200, {}, "[]");
	service.advance(3_000);
	expect((await find("Hamburg Mitte")).note).toBeNull();
	expect(asked()).toEqual(["Hamburg", "Hamburg Mitte"]);
});

test("a question that it refuses says nothing of others", async () => {
	receiver.answer = answering(400, {}, "");
	expect((await find("Hamburg")).note).toBe("the geocoder failed: its status is 400");
	receiver.answer = answering(200, {}, "[]");
	service.advance(2_000);
	expect((await find("Bremen")).note).toBeNull();
});

test("a list of addresses is asked for one after the other, with an outcome for each", async () => {
	const places = {
		"Invalidenstr. 1, Berlin": [nominatim("Invalidenstraße", "52.53", "13.38")],
		"Hauptstr. 1": [nominatim("Hauptstraße", "52.48", "13.35"), nominatim("Hauptstraße", "49.41", "8.70")],
		"Nowhere 7": [],
	};
	receiver.answer = (response, { path }) => {
		const q = new URLSearchParams(path.split("?")[1]).get("q") as keyof typeof places;
		answering(200, {}, JSON.stringify(places[q]))(response);
		// The next second has the next turn.
		service.advance(1_000);
	};
	const { body } = await locate(Object.keys(places));
	expect(body.response?.data).toMatchObject({
		results: [
			{ state: "found", places: [{ latitude: 52.53, longitude: 13.38 }] },
			{ state: "ambiguous", places: [{ latitude: 52.48 }, { latitude: 49.41 }] },
			{ state: "not_found", places: [] },
		],
		note: null,
	});
	expect(asked()).toEqual(Object.keys(places));
	service.advance(1_000);
	receiver.answer = answering(500);
	const failed = await locate(["Elsewhere 1", "Elsewhere 2"]);
	expect(failed.body.response?.data).toMatchObject({
		results: [{ state: "not_asked" }, { state: "not_asked" }],
		note: "the geocoder failed: its status is 500",
	});
	expect((await locate([])).status).toBe(400);
	setService({ ...service, settings: { ...service.settings, GEOCODER_URL: undefined } });
	const without = await locate(["Elsewhere 1"]);
	expect([without.status, without.body.message]).toEqual([409, "streets need a geocoder: ask your operator"]);
});
