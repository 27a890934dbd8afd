import type { Feature, FeatureCollection } from "geojson";
import type { AudienceExpression } from "@/lib/contract/audience";
import { type DesignDetail, designDetail } from "@/lib/contract/design";
import { geofenceImport } from "@/lib/contract/geofence-import";
import type { Match, RunningAgent } from "./agent";
import type { ApiClient } from "./api-client";

/** A lookup, with the targeting codes expected while the design is active. */
export interface Question {
	about: string;
	ask(agent: RunningAgent): Promise<Match[]>;
	codes: string[];
}

/** A design for the main job, from saving to lookups. */
export interface JobDesign {
	type: "proximity" | "audience";
	name: string;
	questions: Question[];
	/** Saves it like a customer's program. */
	save(api: ApiClient): Promise<DesignDetail>;
}

const SOUTH = 47;
const WEST = 8;
const ROWS = 100;
const COLUMNS = 100;
const STEP = 0.01;
const RADIUS_METERS = 150;
const HALF_SQUARE = 0.001;
const isSquare = (fence: number) => fence % 10 === 7;

/** 10,000 fences on a grid away from the demo world: circles of 150 m, and every tenth a square. */
export function geofenceFile(): FeatureCollection {
	return {
		type: "FeatureCollection",
		features: Array.from({ length: ROWS * COLUMNS }, (_, fence) => featureOf(fence)),
	};
}

function centerOf(fence: number): [latitude: number, longitude: number] {
	const row = Math.floor(fence / COLUMNS);
	return [Number((SOUTH + row * STEP).toFixed(4)), Number((WEST + (fence % COLUMNS) * STEP).toFixed(4))];
}

function featureOf(fence: number): Feature {
	const [latitude, longitude] = centerOf(fence);
	const name = `Store ${fence}`;
	if (!isSquare(fence)) {
		const properties = { name, radius: RADIUS_METERS };
		return { type: "Feature", properties, geometry: { type: "Point", coordinates: [longitude, latitude] } };
	}
	const [west, east] = [longitude - HALF_SQUARE, longitude + HALF_SQUARE];
	const [south, north] = [latitude - HALF_SQUARE, latitude + HALF_SQUARE];
	const ring = [
		[west, south],
		[east, south],
		[east, north],
		[west, north],
		[west, south],
	];
	return { type: "Feature", properties: { name }, geometry: { type: "Polygon", coordinates: [ring] } };
}

/** A proximity design with two sets, one of them with 10,000 fences of a file. */
export function proximityJob(name: string): JobDesign {
	const question = (about: string, latitude: number, longitude: number, codes: string[]): Question => ({
		about,
		codes,
		ask: (agent) => agent.lookup(latitude, longitude),
	});
	const [firstLatitude, firstLongitude] = centerOf(0);
	const [lastLatitude, lastLongitude] = centerOf(ROWS * COLUMNS - 1);
	const [squareLatitude, squareLongitude] = centerOf(5_557);
	// A degree of latitude is about 111,195 m.
	const metersNorth = (meters: number) => firstLatitude + meters / 111_195;
	return {
		type: "proximity",
		name,
		questions: [
			question("the first store, which is the flagship", firstLatitude, firstLongitude, ["STORES", "FLAGSHIP"]),
			question("149 m from the first store", metersNorth(149), firstLongitude, ["STORES"]),
			question("151 m from the first store", metersNorth(151), firstLongitude, []),
			question("the last store", lastLatitude, lastLongitude, ["STORES"]),
			question("a corner of a square", squareLatitude + 0.0009, squareLongitude + 0.0009, ["STORES"]),
			question("beside a square", squareLatitude + 0.0011, squareLongitude, []),
			question("between the stores", firstLatitude + STEP / 2, firstLongitude + STEP / 2, []),
		],
		save: async (api) => {
			const flagship: Feature = {
				type: "Feature",
				properties: { name: "Flagship", radius: 20 },
				geometry: { type: "Point", coordinates: [firstLongitude, firstLatitude] },
			};
			const sets = [
				{ set_name: "Stores", targeting_code: "STORES" },
				{
					set_name: "Flagship",
					targeting_code: "FLAGSHIP",
					geofences: { type: "FeatureCollection", features: [flagship] },
				},
			];
			const body = JSON.stringify({ name, type: "proximity", sets });
			const created = await api.send(designDetail, "POST", "/api/designs", body);
			const stores = created.sets.find(({ targeting_code }) => targeting_code === "STORES");
			const path = `/api/designs/${created.id}/sets/${stores?.set_id}/geofences`;
			const imported = await api.send(
				geofenceImport,
				"PUT",
				path,
				JSON.stringify(geofenceFile()),
				"application/geo+json",
			);
			if (imported.accepted_row_count !== ROWS * COLUMNS) {
				throw new Error(`The import took ${imported.accepted_row_count} of ${ROWS * COLUMNS} fences.`);
			}
			return api.get(designDetail, `/targeting/designs/${created.id}?detail=true`);
		},
	};
}

/** Devices of the audience's source by what they have visited. */
const VISITED = {
	sport: { id: "3b241101-e2bb-4255-8caf-4136c566a961", segments: ["coffee-drinkers", "gym"] },
	staff: { id: "3b241101-e2bb-4255-8caf-4136c566a962", segments: ["coffee-drinkers", "runners", "staff"] },
	tea: { id: "3b241101-e2bb-4255-8caf-4136c566a963", segments: ["gym"] },
} as const;

/** The inventory of {@link audienceJob}, as CSV. */
export const VISITS = [
	"device_id,segment,seen_at",
	...Object.values(VISITED).flatMap(({ id, segments }) => segments.map((each) => `${id},${each},2026-01-05T10:00:00Z`)),
	"",
].join("\n");

/** An audience design over a source with {@link VISITS}. */
export function audienceJob(name: string, source: string): JobDesign {
	const where: AudienceExpression = {
		all: [
			{ segment: "coffee-drinkers" },
			{ any: [{ segment: "gym" }, { segment: "runners" }] },
			{ not: { segment: "staff" } },
		],
	};
	const { sport, staff, tea } = VISITED;
	const question = (about: string, deviceId: string, codes: string[]): Question => ({
		about,
		codes,
		ask: (agent) => agent.audience(deviceId),
	});
	return {
		type: "audience",
		name,
		questions: [
			question("a coffee drinker who does sport", sport.id, ["COFFEE-SPORT"]),
			question("the same device, written otherwise", sport.id.toUpperCase().replaceAll("-", ""), ["COFFEE-SPORT"]),
			question("one of the staff", staff.id, []),
			question("somebody who drinks no coffee", tea.id, []),
		],
		save: (api) => {
			const audience = { sources: [source], where };
			const sets = [{ set_name: "Coffee and sport", targeting_code: "COFFEE-SPORT", audience }];
			return api.send(designDetail, "POST", "/api/designs", JSON.stringify({ name, type: "audience", sets }));
		},
	};
}

/**
 * The agent's answers to each question, limited to this design: others are active on the target.
 */
export async function answersOf(
	agent: RunningAgent,
	job: JobDesign,
	designId: string,
): Promise<Record<string, string[]>> {
	const entries = job.questions.map(async ({ about, ask }) => {
		const matches = await ask(agent);
		return [about, matches.filter((match) => match.designId === designId).map((match) => match.targetingCode)];
	});
	return Object.fromEntries(await Promise.all(entries));
}

/** Expected answers while the design is active. */
export function expectedAnswers(job: JobDesign): Record<string, string[]> {
	return Object.fromEntries(job.questions.map(({ about, codes }) => [about, codes]));
}

/** Expected answers while it is not. */
export function noAnswers(job: JobDesign): Record<string, string[]> {
	return Object.fromEntries(job.questions.map(({ about }) => [about, []]));
}
