import { z } from "zod";
import type { FoundPlace, FoundPlaces } from "@/lib/contract/found-place";
import { answeredPage, isPage } from "@/lib/platform/outgoing/answered-page";
import { OutgoingProblem } from "@/lib/platform/outgoing/outgoing-problem";
import { postMessage } from "@/lib/platform/outgoing/post-message";
import type { Service } from "@/lib/platform/service";
import { GeocoderTurns } from "./geocoder-turns";

const TIMEOUT_MS = 1_500;
const ANSWER_BYTES = 500_000;
const CACHE_MS = 300_000;
const CACHE_SIZE = 500;
/** After a failure the geocoder is left alone for so long. */
const PAUSE_MS = 15_000;
/** Shorter words match half of the world. */
const SHORTEST = 3;

/** The parts of Nominatim's `jsonv2` in use; `boundingbox` has south, north, west, east. */
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

/** Statuses by which the geocoder rejects the query itself. */
const REFUSED_QUESTION = [400, 414, 422];

/** The geocoder answers, but not this question. */
class Misunderstanding extends OutgoingProblem {}

interface Kept {
	readonly until: number;
	readonly places: FoundPlace[];
}

/** The state of the geocoder, as a process knows it. */
interface Memory {
	/** Answers of the last minutes by question; the oldest leaves first. */
	readonly kept: Map<string, Kept>;
	/** Questions that are being answered: an equal one waits for the same answer. */
	readonly asked: Map<string, Promise<FoundPlaces>>;
	readonly turns: GeocoderTurns;
	failure: { readonly until: number; readonly note: string } | undefined;
}

const memories = new WeakMap<Service, Memory>();

function memoryOf(service: Service): Memory {
	const known = memories.get(service);
	if (known !== undefined) return known;
	const memory = { kept: new Map(), asked: new Map(), turns: new GeocoderTurns(service), failure: undefined };
	memories.set(service, memory);
	return memory;
}

/**
 * Places of the geocoder that the settings name; none, and a note, where it does not answer.
 * @param patienceMs of lists of addresses, which wait behind people who search
 */
export async function askGeocoder(
	service: Service,
	q: string,
	limit: number,
	patienceMs?: number,
): Promise<FoundPlaces> {
	const address = service.settings.GEOCODER_URL;
	if (address === undefined || q.length < SHORTEST) return { places: [], note: null };
	const memory = memoryOf(service);
	const key = `${limit} ${q.toLowerCase()}`;
	const known = memory.kept.get(key);
	const now = service.now().getTime();
	if (known !== undefined && now < known.until) return { places: known.places, note: null };
	const asked = memory.asked.get(key) ?? answer(service, memory, { address, q, limit, key, patienceMs });
	memory.asked.set(key, asked);
	try {
		return await asked;
	} finally {
		memory.asked.delete(key);
	}
}

interface Question {
	readonly address: string;
	readonly q: string;
	readonly limit: number;
	readonly key: string;
	readonly patienceMs: number | undefined;
}

async function answer(service: Service, memory: Memory, question: Question): Promise<FoundPlaces> {
	const hasFailed = () => memory.failure !== undefined && service.now().getTime() < memory.failure.until;
	const none = (note: string | undefined) => ({ places: [], note: note ?? null });
	if (hasFailed()) return none(memory.failure?.note);
	const { patienceMs } = question;
	if (!(await (patienceMs === undefined ? memory.turns.take() : memory.turns.takeBehind(patienceMs))))
		return none("the geocoder is busy: search again in a second");
	// Others may have failed while this one waited.
	if (hasFailed()) return none(memory.failure?.note);
	try {
		const places = await ask(service, question);
		keep(memory.kept, question.key, { until: service.now().getTime() + CACHE_MS, places });
		return { places, note: null };
	} catch (thrown) {
		if (!(thrown instanceof OutgoingProblem)) throw thrown;
		const note = `the geocoder failed: ${thrown.message}`;
		// A rejected query does not mean that the geocoder fails.
		if (!(thrown instanceof Misunderstanding)) memory.failure = { until: service.now().getTime() + PAUSE_MS, note };
		return none(note);
	}
}

function keep(kept: Map<string, Kept>, key: string, answered: Kept): void {
	kept.delete(key);
	kept.set(key, answered);
	const [oldest] = kept.keys();
	if (kept.size > CACHE_SIZE && oldest !== undefined) kept.delete(oldest);
}

async function ask(service: Service, { address, q, limit }: Question): Promise<FoundPlace[]> {
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
	const { status } = answer;
	if (isPage(answer)) throw answeredPage("the geocoder", status);
	if (REFUSED_QUESTION.includes(status)) throw new Misunderstanding(`its status is ${status}`);
	if (status !== 200) throw new OutgoingProblem(`its status is ${status}`);
	const read = answers.safeParse(parseJson(answer.body));
	if (!read.success) throw new OutgoingProblem("its answer is not in Nominatim's format jsonv2");
	return read.data.map(placeOf);
}

function placeOf({ lat, lon, name, display_name, boundingbox }: z.infer<typeof answers>[number]): FoundPlace {
	const [south, north, west, east] = boundingbox;
	const [first = "", ...rest] = display_name.split(", ");
	return {
		kind: "address",
		source: "geocoder",
		name: name === "" ? first : name,
		region: rest.slice(0, -1).join(", ") || null,
		country: rest.at(-1) ?? null,
		latitude: lat,
		longitude: lon,
		population: null,
		bounds: [west, south, east, north],
	};
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
