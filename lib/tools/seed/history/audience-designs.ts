import type { AudienceExpression } from "@/lib/contract/audience";
import { DEMO_SOURCE } from "@/lib/tools/seed/inventory/demo-source";
import type { PlannedDesign, PlannedSet } from "./plan";

const set = (name: string, code: string, where: AudienceExpression, source: string = DEMO_SOURCE.slug): PlannedSet => ({
	name,
	code,
	audience: { sources: [source], where },
});

const notStaff: AudienceExpression = { not: { segment: "staff" } };

/** Audience designs of the demo world: in every status, with deployments of the built ones. */
export const AUDIENCE_DESIGNS: readonly PlannedDesign[] = [
	{
		name: "Active coffee drinkers",
		type: "audience",
		owner: "designer",
		created: 36.5,
		sets: [
			set("Coffee and sport", "COFFEE-SPORT", {
				all: [
					{ segment: "coffee-drinkers", min_visits: 2, within_days: 30 },
					{ any: [{ segment: "gym" }, { segment: "runners" }] },
					notStaff,
				],
			}),
			set("Coffee on the way", "COFFEE-COMMUTE", {
				all: [{ segment: "coffee-drinkers", min_visits: 4 }, { segment: "commuters", min_visits: 5 }, notStaff],
			}),
		],
		history: [
			{ day: 35.4, act: "request_build", reason: "Loyalty campaign" },
			{ day: 35.1, act: "set_visibility", tags: ["loyalty"] },
			{ day: 34.8, act: "request_deployment", target: "metro-east", message: "Together with the station plan" },
			{ day: 34.2, act: "activate", target: "metro-east" },
			{ day: 34.1, act: "tag", target: "metro-east", tags: ["always-on", "loyalty"] },
			{ day: 3.4, act: "schedule", target: "metro-east", deactivateAfter: 12 },
		],
	},
	{
		name: "Frequent travellers",
		type: "audience",
		owner: "colleague",
		created: 7.6,
		sets: [
			set("Travellers", "TRAVEL", { segment: "travellers", min_visits: 3, within_days: 60 }),
			set("Hotel guests with an eye for art", "TRAVEL-ART", {
				all: [{ segment: "hotel-guests" }, { segment: "museum-visitors" }],
			}),
		],
		history: [
			{ day: 7.1, act: "request_build", reason: "Partner airline" },
			{
				day: 0.6,
				act: "request_deployment",
				target: "metro-west",
				message: "Starts with the new schedule",
				activateAfter: 5,
				deactivateAfter: 33,
			},
		],
	},
	{
		name: "Runners",
		type: "audience",
		owner: "designer",
		created: 29.3,
		sets: [set("Regular runners", "RUN", { all: [{ segment: "runners", min_visits: 6 }, notStaff] })],
		history: [
			{ day: 28.4, act: "request_build", reason: "Marathon week" },
			{ day: 28.1, act: "request_deployment", target: "nordwind-eu" },
			{ day: 27.6, act: "activate", target: "nordwind-eu" },
			{ day: 16.2, act: "deactivate", target: "nordwind-eu" },
		],
	},
	{
		name: "Gym members, evenings",
		type: "audience",
		owner: "designer",
		created: 3.1,
		sets: [set("Gym", "GYM", { all: [{ segment: "gym", min_visits: 4, within_days: 30 }, notStaff] })],
	},
	{
		name: "Culture lovers",
		type: "audience",
		owner: "outsider",
		created: 5.9,
		sets: [
			set("Museums and cinema", "CULTURE", {
				any: [
					{ segment: "museum-visitors", min_visits: 3 },
					{ segment: "cinema-goers", min_visits: 3 },
				],
			}),
		],
		history: [{ day: 5.2, act: "request_build", reason: "Membership drive next year", course: "waiting" }],
	},
	{
		name: "Desktop students",
		type: "audience",
		owner: "colleague",
		created: 13.2,
		sets: [set("Students", "STUDENT", { segment: "students" }, "acme-desktop")],
		history: [{ day: 12.9, act: "request_build", reason: "Back to campus" }],
	},
	{
		name: "Daily commuters",
		type: "audience",
		owner: "designer",
		created: 11.8,
		sets: [set("Commuters", "COMMUTE", { segment: "commuters", min_visits: 15 })],
		history: [
			{
				day: 11.1,
				act: "request_build",
				reason: "Season tickets",
				course: "failed",
				trouble: "Couldn't read data from acme-mobile.",
			},
		],
	},
	{
		name: "Football fans",
		type: "audience",
		owner: "colleague",
		created: 0.8,
		sets: [
			set("Fans", "FAN", {
				any: [
					{ segment: "football-fans", min_visits: 2 },
					{ segment: "sports-bars", min_visits: 3 },
				],
			}),
		],
		history: [
			{
				day: 0.5,
				act: "request_build",
				reason: "Cup final",
				course: "interrupted",
				trouble: "Couldn't read data from acme-mobile.",
			},
		],
	},
];
