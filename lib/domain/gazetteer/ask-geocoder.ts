import { z } from "zod";
import type { FoundPlace, FoundPlaces } from "@/lib/contract/found-place";
import { OutgoingProblem } from "@/lib/platform/outgoing/outgoing-problem";
import { postMessage } from "@/lib/platform/outgoing/post-message";
import type { Service } from "@/lib/platform/service";

const TIMEOUT_MS = 1_500;
const ANSWER_BYTES = 500_000;
const KEPT_MS = 300_000;
const KEPT_AT_MOST = 500;
/** Shorter words match half of the world. */
const SHORTEST = 3;

/** What of Nominatim's `jsonv2` is read; `boundingbox` has south, north, west, east. */
const coordinate = z.coerce.number().min(-180).max(180);
const latitude = coordinate.min(-90).max(90);
const answers = z.array(
	z.object({
		lat: latitude,
		lon: coordinate,
		name: z.string().default(""),
		display_name: z.string(),
		boundingbox: z.tuple([latitude, latitude, coordinate, coordinate]),
	}),
);

interface Kept {
	readonly at: number;
	readonly places: FoundPlace[];
}
/** Answers of the last minutes, by service; the oldest leaves first. */
const kept = new WeakMap<Service, Map<string, Kept>>();

function keptBy(service: Service): Map<string, Kept> {
	const known = kept.get(service) ?? new Map<string, Kept>();
	kept.set(service, known);
	return known;
}

/** Places of the geocoder that the settings name; none, and a note, where it does not answer. */
export async function askGeocoder(service: Service, q: string, limit: number): Promise<FoundPlaces> {
	const address = service.settings.GEOCODER_URL;
	if (address === undefined || q.length < SHORTEST) return { places: [], note: null };
	const memory = keptBy(service);
	const key = `${limit} ${q.toLowerCase()}`;
	const known = memory.get(key);
	if (known !== undefined && performance.now() - known.at < KEPT_MS) return { places: known.places, note: null };
	try {
		const places = await ask(service, address, q, limit);
		memory.delete(key);
		memory.set(key, { at: performance.now(), places });
		const [oldest] = memory.keys();
		if (memory.size > KEPT_AT_MOST && oldest !== undefined) memory.delete(oldest);
		return { places, note: null };
	} catch (thrown) {
		if (!(thrown instanceof OutgoingProblem)) throw thrown;
		return { places: [], note: `the geocoder could not be asked: ${thrown.message}` };
	}
}

async function ask(service: Service, address: string, q: string, limit: number): Promise<FoundPlace[]> {
	const url = new URL(`${address}/search`);
	url.search = String(new URLSearchParams({ format: "jsonv2", q, limit: String(limit) }));
	const answer = await postMessage(
		{ method: "GET", url, headers: { accept: "application/json", "user-agent": "targeting-service" }, body: "" },
		{
			allowedNetworks: service.settings.WEBHOOK_ALLOWED_NETWORKS,
			timeoutMs: TIMEOUT_MS,
			answerBytes: ANSWER_BYTES,
			signal: new AbortController().signal,
		},
	);
	if (answer.status !== 200) throw new OutgoingProblem(`its status is ${answer.status}`);
	const read = answers.safeParse(parseJson(answer.body));
	if (!read.success) throw new OutgoingProblem("its answer is not in Nominatim's format jsonv2");
	return read.data.map((found) => {
		const [south, north, west, east] = found.boundingbox;
		const [first = "", ...rest] = found.display_name.split(", ");
		return {
			kind: "address",
			source: "geocoder",
			name: found.name === "" ? first : found.name,
			region: rest.slice(0, -1).join(", ") || null,
			country: rest.at(-1) ?? null,
			latitude: found.lat,
			longitude: found.lon,
			population: null,
			bounds: [west, south, east, north],
		};
	});
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
