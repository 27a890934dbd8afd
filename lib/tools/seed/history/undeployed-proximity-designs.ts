import { CITIES, landmarksOf } from "@/lib/tools/seed/landmarks/select";
import type { PlannedDesign } from "./plan";

const [BERLIN, LONDON, NEW_YORK, PARIS, , TOKYO] = CITIES;

/** Proximity designs of the demo world in the other statuses: drafts, and incomplete builds. */
export const UNDEPLOYED_PROXIMITY_DESIGNS: readonly PlannedDesign[] = [
	{
		name: "Food markets",
		type: "proximity",
		owner: "designer",
		created: 2.6,
		sets: [{ name: "Markets", code: "MARKET", landmarks: landmarksOf(CITIES, ["market"]) }],
	},
	{
		name: "Weekend in London",
		type: "proximity",
		owner: "outsider",
		created: 4.2,
		sets: [{ name: "Sights", code: "LON-SIGHT", landmarks: landmarksOf([LONDON], ["sight", "square"]) }],
	},
	{
		name: "Sights of Tokyo",
		type: "proximity",
		owner: "colleague",
		created: 5.3,
		sets: [{ name: "Sights", code: "TYO-SIGHT", landmarks: landmarksOf([TOKYO], ["sight", "museum"]) }],
		history: [{ day: 4.8, act: "request_build", reason: "For the travel season next year", course: "waiting" }],
	},
	{
		name: "Festival grounds",
		type: "proximity",
		owner: "designer",
		created: 10.4,
		sets: [
			{ name: "Main stages", code: "STAGE", landmarks: landmarksOf([BERLIN], ["park"]) },
			{ name: "Camping sites", code: "CAMPING" },
		],
		history: [{ day: 9.7, act: "request_build", reason: "Presale starts next week" }],
	},
	{
		name: "Concert venues",
		type: "proximity",
		owner: "colleague",
		created: 8.8,
		sets: [{ name: "Arenas", code: "ARENA", landmarks: landmarksOf([NEW_YORK, PARIS], ["stadium"]) }],
		history: [
			{
				day: 8.1,
				act: "request_build",
				reason: "Winter tour",
				course: "failed",
				trouble: "The file store is full. Ask your operator to free space.",
			},
		],
	},
	{
		name: "Transit hubs of six cities",
		type: "proximity",
		owner: "designer",
		created: 1.4,
		sets: [{ name: "Hubs", code: "HUB", landmarks: landmarksOf(CITIES, ["station", "airport"]) }],
		history: [
			{
				day: 1.1,
				act: "request_build",
				reason: "One file for the whole plan",
				course: "interrupted",
				trouble: "The file store is full. Ask your operator to free space.",
			},
		],
	},
];
