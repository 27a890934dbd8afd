import { z } from "zod";
import type { RegionSchema } from "@/lib/contract/basemap";
import { InvalidArgumentError } from "@/lib/rules/errors";

/** The layer of roads, by which a schema is recognized, and whom its drawing names. */
const SCHEMAS: Readonly<Record<RegionSchema, { readonly roads: string; readonly credits: readonly string[] }>> = {
	protomaps: { roads: "roads", credits: ["© OpenStreetMap contributors"] },
	openmaptiles: { roads: "transportation", credits: ["© OpenMapTiles", "© OpenStreetMap contributors"] },
};
/** Where tools write when the data were current. */
const DATES = ["planetiler:osm:osmosisreplicationtime", "planetiler:buildtime"];
/** Of a field of the Protomaps schema before its version 4. */
const OUTDATED = "pmap:kind";

const described = z.looseObject({
	attribution: z.string().optional(),
	vector_layers: z.array(z.looseObject({ id: z.string(), fields: z.looseObject({}).default({}) })),
});

/** What the description within an archive says of its tiles. */
export interface DescribedTiles {
	readonly schema: RegionSchema;
	readonly attribution: string;
	readonly data_at: Date | null;
}

/** @throws InvalidArgumentError for layers that the map cannot draw streets from */
export function describedTiles(metadata: unknown): DescribedTiles {
	const read = described.safeParse(metadata);
	if (!read.success) throw new InvalidArgumentError("the archive must list its layers in 'vector_layers'");
	const { attribution, vector_layers: layers } = read.data;
	const schema = Object.entries(SCHEMAS).find(([, { roads }]) => layers.some(({ id }) => id === roads));
	if (schema === undefined) {
		const names = layers.slice(0, 5).map(({ id }) => id.slice(0, 40));
		throw new InvalidArgumentError(
			`the archive must have the layer 'roads' (Protomaps) or 'transportation' (OpenMapTiles), and has ${names.join(", ") || "none"}`,
		);
	}
	const [name, { credits }] = schema as [RegionSchema, (typeof SCHEMAS)[RegionSchema]];
	if (layers.some(({ fields }) => OUTDATED in fields)) {
		throw new InvalidArgumentError("the archive must have version 4 of the Protomaps schema, and has an older one");
	}
	const date = DATES.map((key) => read.data[key]).find((value) => typeof value === "string");
	const at = new Date(typeof date === "string" ? date : Number.NaN);
	return { schema: name, attribution: credited(attribution, credits), data_at: Number.isNaN(at.getTime()) ? null : at };
}

/** The archive's words without markup, and those that the license asks for where they are missing. */
function credited(given: string | undefined, credits: readonly string[]): string {
	const words = (given ?? "")
		.replace(/<[^>]*>/g, " ")
		.replaceAll("&copy;", "©")
		.replaceAll("&amp;", "&")
		.replace(/[<>\s]+/g, " ")
		.trim()
		.slice(0, 200);
	const missing = credits.filter((credit) => !words.toLowerCase().includes(credit.split(" ")[1]?.toLowerCase() ?? ""));
	return [words, ...missing].filter((part) => part !== "").join(" ");
}
