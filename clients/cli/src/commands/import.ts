import { basename } from "node:path";
import { ServiceError, type TargetingClient } from "@/clients/typescript/src/index";
import { defineCommand } from "../command";
import { UsageError } from "../exit";
import { openUpload } from "../files";
import { findDesign } from "../names";
import { countWords, type Output } from "../output";

const MODES = ["replace", "add", "update"] as const;
/** As many refused rows as people read. */
const SHOWN = 20;

export const importFile = defineCommand({
	name: "import",
	summary: "Makes a design of a file of places, or fills a set of one.",
	args: ["FILE"],
	options: {
		name: { type: "string", value: "NAME", help: "Name of the new design; the file's without it." },
		design: { type: "string", value: "DESIGN", help: "Fill a set of this design instead." },
		set: { type: "string", value: "SET", help: "The set, by name or code, where the design has several." },
		mode: { type: "string", value: "MODE", help: "replace (without it), add, or update those with an id of the file." },
		buffer: { type: "string", value: "METERS", help: "Make an area around each line of the file." },
	},
	more: [
		"The content decides how a file is read: GeoJSON, CSV and other tables, KML, KMZ, GPX, GML, Shapefile (zipped),",
		"GeoPackage, FlatGeobuf, TopoJSON, Esri JSON, XLSX, ODS. Good rows are taken and refused ones listed.",
	],
	async run({ args: [file], options, session: { client: connect, out, signal } }) {
		const mode = MODES.find((one) => one === (options.mode ?? "replace"));
		if (mode === undefined) throw new UsageError(`--mode must be one of ${MODES.join(", ")}, and is '${options.mode}'`);
		const upload = await openUpload(file);
		const client = await connect();
		const { design } = options;
		const into =
			design === undefined
				? await create(client, options.name ?? nameOf(file))
				: await setOf(client, design, options.set);
		out.progress(`Importing ${file}…`);
		const how = { mode, signal, ...(options.buffer === undefined ? {} : { buffer_meters: Number(options.buffer) }) };
		const result = await client.designs.importGeofences(into, upload, how).catch(async (error: unknown) => {
			// A design that would stay empty is of no use.
			const path = { design_id: into.designId };
			if (design === undefined) {
				await client.http.send("DELETE /api/designs/{design_id}", { path }).catch(() => undefined);
			}
			if (error instanceof ServiceError) noteRefused(out, rowsOf(error.body));
			throw error;
		});
		for (const { message } of result.warnings) out.note(`Check: ${message}.`);
		noteRefused(out, result.refused, result.refused_row_count);
		const taken = countWords(result.accepted_row_count, "geofence");
		out.result(
			{ design_id: into.designId, ...result },
			() => `Imported ${taken} into '${into.name}' (${into.designId}).`,
		);
	},
});

interface RefusedRow {
	readonly line: number;
	readonly reason: string;
}

const rowsOf = ({ refused }: Readonly<Record<string, unknown>>) =>
	Array.isArray(refused) ? (refused as RefusedRow[]) : [];

function noteRefused(out: Output, rows: readonly RefusedRow[], count = rows.length): void {
	if (count === 0) return;
	const columns = [
		["LINE", ({ line }: RefusedRow) => line] as const,
		["REFUSED BECAUSE", ({ reason }: RefusedRow) => reason] as const,
	];
	out.note(out.table(rows.slice(0, SHOWN), columns, ""));
	out.note(`${countWords(count, "row")} refused${count > SHOWN ? "; --json lists the first 1,000" : ""}.`);
}

interface Place {
	readonly name: string;
	readonly designId: string;
	readonly setId: string;
}

const nameOf = (file: string) =>
	file === "-" ? "Imported places" : basename(file).replace(/(?<=.)\.[a-z0-9.]{1,12}$/i, "");

async function create(client: TargetingClient, name: string): Promise<Place> {
	const { id, sets } = await client.designs.create({ name, type: "proximity", sets: [{ set_name: name }] });
	return { name, designId: id, setId: sets[0]?.set_id ?? "" };
}

async function setOf(client: TargetingClient, named: string, set: string | undefined): Promise<Place> {
	const { id, name, sets } = await findDesign(client, named);
	const found =
		set === undefined ? sets : sets.filter((one) => [one.set_name, one.targeting_code, one.set_id].includes(set));
	const [only, ...others] = found;
	const names = sets.map(({ set_name }) => set_name).join(", ");
	if (only === undefined || others.length > 0) {
		throw new UsageError(`--set must be one of the sets of '${name}', which are: ${names || "none"}`);
	}
	return { name, designId: id, setId: only.set_id };
}
