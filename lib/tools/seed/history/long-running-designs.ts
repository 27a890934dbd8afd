import { DEMO_SOURCE } from "@/lib/tools/seed/inventory/demo-source";
import { CITIES, landmarksOf } from "@/lib/tools/seed/landmarks/select";
import type { PlannedDesign } from "./plan";

const [BERLIN, LONDON, NEW_YORK, PARIS, SAN_FRANCISCO, TOKYO] = CITIES;

/** Designs with three months of history: rebuilt, replaced, rejected, expired, deactivated. */
export const LONG_RUNNING_DESIGNS: readonly PlannedDesign[] = [
	{
		name: "Coffee on the way to work",
		type: "proximity",
		owner: "designer",
		created: 91.2,
		sets: [
			{ name: "Stations", code: "COFFEE-STATION", landmarks: landmarksOf([BERLIN], ["station"]) },
			{ name: "Squares", code: "COFFEE-SQUARE", landmarks: landmarksOf([BERLIN], ["square"]) },
		],
		history: [
			{ day: 90.4, act: "request_build", reason: "Pilot in one city" },
			{ day: 90.3, act: "set_visibility", tags: ["coffee", "always-on"] },
			{ day: 89.8, act: "request_deployment", target: "metro-east", message: "The pilot: Berlin only" },
			{ day: 89.1, act: "activate", target: "metro-east" },
			{ day: 89.0, act: "tag", target: "metro-east", tags: ["coffee"] },
			{
				day: 71.6,
				act: "replace_geofences",
				code: "COFFEE-STATION",
				landmarks: landmarksOf([BERLIN, PARIS], ["station"]),
			},
			{ day: 71.3, act: "request_build", reason: "Paris joins" },
			{ day: 70.9, act: "request_deployment", target: "metro-east", message: "Paris joins the pilot" },
			{ day: 70.8, act: "request_deployment", target: "metro-west" },
			{ day: 70.2, act: "activate", target: "metro-east" },
			{
				day: 52.9,
				act: "replace_geofences",
				code: "COFFEE-STATION",
				landmarks: landmarksOf([BERLIN, PARIS, LONDON], ["station"]),
			},
			{
				day: 52.8,
				act: "replace_geofences",
				code: "COFFEE-SQUARE",
				landmarks: landmarksOf([BERLIN, PARIS, LONDON], ["square"]),
			},
			{ day: 52.6, act: "request_build", reason: "London joins, squares everywhere" },
			{ day: 52.1, act: "request_deployment", target: "metro-east" },
			{ day: 51.7, act: "activate", target: "metro-east" },
			{ day: 40.7999, act: "expire" },
			{
				day: 24.7,
				act: "replace_geofences",
				code: "COFFEE-STATION",
				landmarks: landmarksOf([BERLIN, PARIS, LONDON, NEW_YORK, TOKYO], ["station"]),
			},
			{ day: 24.4, act: "request_build", reason: "Overseas from this month" },
			{ day: 24.0, act: "request_deployment", target: "metro-east", message: "New York and Tokyo start on the first" },
			{ day: 23.6, act: "activate", target: "metro-east" },
			{ day: 23.3, act: "tag", target: "metro-east", tags: ["coffee", "always-on"] },
		],
	},
	{
		name: "Winter sights",
		type: "proximity",
		owner: "colleague",
		created: 84.5,
		sets: [{ name: "Sights", code: "WINTER", landmarks: landmarksOf([BERLIN, PARIS, LONDON], ["sight", "park"]) }],
		history: [
			{ day: 83.6, act: "request_build", reason: "Winter campaign of the tourist boards" },
			{ day: 83.1, act: "request_deployment", target: "nordwind-eu" },
			{
				day: 82.7,
				act: "reject",
				target: "nordwind-eu",
				message: "Parks are closed in winter here: please leave them out and ask again.",
			},
			{
				day: 82.1,
				act: "replace_geofences",
				code: "WINTER",
				landmarks: landmarksOf([BERLIN, PARIS, LONDON], ["sight"]),
			},
			{ day: 81.9, act: "request_build", reason: "Without the parks" },
			{ day: 81.5, act: "request_deployment", target: "nordwind-eu", message: "Parks are left out, as you asked" },
			{ day: 80.9, act: "activate", target: "nordwind-eu" },
			{ day: 47.2, act: "deactivate", target: "nordwind-eu" },
		],
	},
	{
		name: "Marathon supporters",
		type: "audience",
		owner: "designer",
		created: 77.4,
		sets: [
			{
				name: "Runners and their friends",
				code: "MARATHON",
				audience: {
					sources: [DEMO_SOURCE.slug],
					where: {
						any: [
							{ segment: "runners", min_visits: 3 },
							{ segment: "park-goers", min_visits: 2 },
						],
					},
				},
			},
		],
		history: [
			{ day: 76.3, act: "request_build", reason: "Marathon weekend" },
			{ day: 75.9, act: "request_deployment", target: "metro-west", message: "For the two days of the marathon" },
			{ day: 75.2, act: "activate", target: "metro-west" },
			{ day: 72.8, act: "deactivate", target: "metro-west" },
		],
	},
	{
		name: "Airport lounges",
		type: "proximity",
		owner: "outsider",
		created: 66.3,
		sets: [{ name: "Airports", code: "LOUNGE", landmarks: landmarksOf([SAN_FRANCISCO, NEW_YORK, TOKYO], ["airport"]) }],
		history: [
			{ day: 65.2, act: "request_build", reason: "Lounge membership" },
			{ day: 64.9, act: "request_deployment", target: "metro-east" },
			{ day: 64.1, act: "cancel", target: "metro-east", message: "The partner airline has withdrawn." },
		],
	},
];
