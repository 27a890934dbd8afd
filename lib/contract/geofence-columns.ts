import { z } from "zod";
import { CHOSEN_FIELDS, type ChosenField, isWholeChoice } from "@/lib/rules/geofences/column-choice";
import { nameWithin, textWithin } from "./parameters";
import { timestamp } from "./primitives";

const heading = nameWithin(1, 100).optional();

const MEANINGS: Readonly<Record<ChosenField, string>> = {
	latitude: "Heading of the latitude.",
	longitude: "Heading of the longitude.",
	coordinates: "Heading of a column of both.",
	wkt: "Heading of the shapes.",
	radius: "Heading of the radius; in meters, unless it names another unit.",
	name: "Heading of the name.",
	id: "Heading of the id.",
};

const COLUMNS = 200;
const listed = z.array(textWithin(0, 200)).max(COLUMNS).optional();

const fields = Object.fromEntries(CHOSEN_FIELDS.map((field) => [field, heading.describe(MEANINGS[field])])) as Record<
	ChosenField,
	typeof heading
>;
const tables = {
	headings: listed.describe(
		"All headings of the only tables that it is for, in their order. It then goes before what they say themselves.",
	),
	ignored: listed.describe("Headings of columns that are left out; others are further properties."),
};

/** Body of `POST /api/geofence-columns`. */
export const chooseColumnsBody = z
	.strictObject({ ...fields, ...tables })
	.refine(isWholeChoice, { path: ["latitude"], message: "and 'longitude' must be named, or 'coordinates' or 'wkt'" })
	.refine(
		(choice) => {
			const headings = CHOSEN_FIELDS.flatMap((field) => choice[field] ?? []);
			return new Set(headings).size === headings.length;
		},
		{ path: ["name"], message: "must not name a column that another field has" },
	);
export type ChooseColumns = z.output<typeof chooseColumnsBody>;

/** Columns that people of the organization named. */
export const chosenColumns = z
	.strictObject({ ...fields, ...tables, chosen_at: timestamp.describe("When it was chosen last.") })
	.meta({
		id: "ChosenColumns",
		description:
			"What the columns of a table hold whose headings do not say it, as people of the organization named it.",
	});
export type ChosenColumns = z.output<typeof chosenColumns>;

/** Answer of `GET /api/geofence-columns`. */
export const chosenColumnsList = z
	.strictObject({ choices: z.array(chosenColumns).describe("The last ones first; at most 100.") })
	.meta({ id: "ChosenColumnsList", description: "Columns that people of the organization named." });
export type ChosenColumnsList = z.output<typeof chosenColumnsList>;
