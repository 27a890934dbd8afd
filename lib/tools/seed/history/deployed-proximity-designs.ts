import { CITIES, landmarksOf } from "@/lib/tools/seed/landmarks/select";
import type { PlannedDesign } from "./plan";

const [BERLIN, LONDON, NEW_YORK, PARIS, SAN_FRANCISCO, TOKYO] = CITIES;
const EUROPE = [BERLIN, LONDON, PARIS];
const AMERICA = [NEW_YORK, SAN_FRANCISCO];

/** Built proximity designs of the demo world, with deployments in every status. */
export const DEPLOYED_PROXIMITY_DESIGNS: readonly PlannedDesign[] = [
	{
		name: "Airport arrivals",
		type: "proximity",
		owner: "designer",
		created: 41.3,
		sets: [
			{ name: "Airports, Europe", code: "AIR-EU", landmarks: landmarksOf(EUROPE, ["airport"]) },
			{ name: "Airports, North America", code: "AIR-US", landmarks: landmarksOf(AMERICA, ["airport"]) },
			{ name: "Airports, Asia", code: "AIR-ASIA", landmarks: landmarksOf([TOKYO], ["airport"]) },
		],
		history: [
			{ day: 40.2, act: "request_build", reason: "First build for the summer flight" },
			{ day: 40.1, act: "set_visibility", tags: ["travel"] },
			{ day: 39.6, act: "request_deployment", target: "metro-east", message: "Campaign starts on Monday" },
			{ day: 39.5, act: "request_deployment", target: "nordwind-eu" },
			{ day: 38.9, act: "activate", target: "metro-east" },
			{ day: 38.8, act: "tag", target: "metro-east", tags: ["travel", "always-on"] },
			{ day: 37.4, act: "activate", target: "nordwind-eu" },
			{
				day: 6.4,
				act: "replace_geofences",
				code: "AIR-US",
				landmarks: landmarksOf([NEW_YORK], ["airport"]),
			},
			{ day: 6.3, act: "request_build", reason: "West coast leaves the plan" },
			{
				day: 2.2,
				act: "request_deployment",
				target: "metro-east",
				message: "Replaces the first build: fewer airports",
			},
		],
	},
	{
		name: "Stadium match days",
		type: "proximity",
		owner: "designer",
		created: 33.7,
		sets: [
			{ name: "Stadiums, London", code: "STADIUM-LON", landmarks: landmarksOf([LONDON], ["stadium"]) },
			{ name: "Stadiums, Paris", code: "STADIUM-PAR", landmarks: landmarksOf([PARIS], ["stadium"]) },
			{ name: "Stadiums, Berlin", code: "STADIUM-BER", landmarks: landmarksOf([BERLIN], ["stadium"]) },
			{ name: "Stadiums, North America", code: "STADIUM-US", landmarks: landmarksOf(AMERICA, ["stadium"]) },
		],
		history: [
			{ day: 32.6, act: "request_build", reason: "Season opening" },
			{ day: 32.1, act: "request_deployment", target: "metro-west" },
			{ day: 31.5, act: "activate", target: "metro-west" },
			{ day: 31.4, act: "tag", target: "metro-west", tags: ["sports", "weekend"] },
			{ day: 18.3, act: "request_deployment", target: "nordwind-eu", message: "Same file as on Metro West" },
			{ day: 17.2, act: "activate", target: "nordwind-eu" },
		],
	},
	{
		name: "Museum mile",
		type: "proximity",
		owner: "colleague",
		created: 12.4,
		sets: [
			{ name: "Museums, London", code: "MUSEUM-LON", landmarks: landmarksOf([LONDON], ["museum"]) },
			{ name: "Museums, Paris", code: "MUSEUM-PAR", landmarks: landmarksOf([PARIS], ["museum"]) },
			{ name: "Museums, New York", code: "MUSEUM-NYC", landmarks: landmarksOf([NEW_YORK], ["museum"]) },
		],
		history: [
			{ day: 11.6, act: "request_build", reason: "Autumn exhibitions" },
			{ day: 1.6, act: "request_deployment", target: "metro-east", message: "Exhibitions open on Thursday evening" },
			{ day: 1.5, act: "request_deployment", target: "nordwind-eu" },
			{
				day: 1.07,
				act: "ask",
				target: "metro-east",
				text: "Is New York meant to be in this one, or London and Paris only?",
			},
			{ day: 0.7, act: "schedule", target: "nordwind-eu", activateAfter: 4, deactivateAfter: 32 },
		],
	},
	{
		name: "Commuter stations",
		type: "proximity",
		owner: "designer",
		created: 27.5,
		sets: [
			{ name: "Stations, London", code: "STATION-LON", landmarks: landmarksOf([LONDON], ["station"]) },
			{ name: "Stations, Paris", code: "STATION-PAR", landmarks: landmarksOf([PARIS], ["station"]) },
			{ name: "Stations, Berlin", code: "STATION-BER", landmarks: landmarksOf([BERLIN], ["station"]) },
			{ name: "Stations, Tokyo", code: "STATION-TYO", landmarks: landmarksOf([TOKYO], ["station"]) },
		],
		history: [
			{ day: 26.7, act: "request_build", reason: "Morning coffee campaign" },
			{ day: 26.3, act: "request_deployment", target: "metro-west" },
			{ day: 25.8, act: "activate", target: "metro-west" },
			{ day: 9.1, act: "deactivate", target: "metro-west" },
			{
				day: 3.3,
				act: "request_deployment",
				target: "nordwind-eu",
				message: "Second wave: the file that Metro West had",
			},
		],
	},
	{
		name: "City parks",
		type: "proximity",
		owner: "colleague",
		created: 20.8,
		sets: [
			{ name: "Parks", code: "PARK", landmarks: landmarksOf(CITIES, ["park"]) },
			{ name: "Squares", code: "SQUARE", landmarks: landmarksOf(CITIES, ["square"]) },
		],
		history: [
			{ day: 19.9, act: "request_build", reason: "Outdoor sampling in spring" },
			{ day: 19.2, act: "request_deployment", target: "metro-east", message: "For the picnic weekend" },
			{
				day: 18.6,
				act: "reject",
				target: "metro-east",
				message: "Whole parks are too wide for this target: please narrow them to their entrances.",
			},
		],
	},
	{
		name: "City break, Berlin",
		type: "proximity",
		owner: "designer",
		created: 15.2,
		sets: [{ name: "Sights and squares", code: "BER-CENTRE", landmarks: landmarksOf([BERLIN], ["sight", "square"]) }],
		history: [
			{ day: 14.6, act: "request_build", reason: "Test of a single-city plan" },
			{ day: 14.2, act: "request_deployment", target: "metro-west" },
			{ day: 13.9, act: "cancel", target: "metro-west", message: "Client moved the start to next quarter." },
			{ day: 3.2, act: "request_deployment", target: "metro-west", message: "The start is fixed now" },
			{ day: 2.7, act: "schedule", target: "metro-west", activateAfter: 9, deactivateAfter: 37 },
		],
	},
	{
		name: "Harbour store openings",
		type: "proximity",
		owner: "outsider",
		created: 24.6,
		sets: [
			{ name: "Around the Bay", code: "BAY", landmarks: landmarksOf([SAN_FRANCISCO], ["station", "square", "sight"]) },
			{ name: "Tokyo flagship", code: "TYO-FLAGSHIP", landmarks: landmarksOf([TOKYO], ["square", "market"]) },
		],
		history: [
			{ day: 23.5, act: "request_build", reason: "Two openings in one month" },
			{ day: 23.4, act: "share_with_organization", organization: "brightside-media" },
			{ day: 22.8, act: "request_deployment", target: "nordwind-eu" },
			{ day: 22.1, act: "activate", target: "nordwind-eu" },
			{ day: 22.0, act: "tag", target: "nordwind-eu", tags: ["retail"] },
			{
				day: 0.9,
				act: "request_deployment",
				target: "metro-east",
				message: "Please by Friday: the doors open on Saturday",
			},
		],
	},
];
