import { readFileSync } from "node:fs";

/** What has to happen with a file; what is not said is not judged. */
interface Expected {
	/** A status, or those that are right; without it the file is taken. */
	status?: number | number[];
	/** Rows that are taken and refused. */
	taken?: number;
	refused?: number;
	/** A regular expression for the reasons, or for the message of a refusal. */
	reason?: string;
	/** In the kind or the message of a warning. */
	warn?: string;
	names?: string[];
	ids?: string[];
	radius?: number[];
	props?: Record<string, unknown>[];
	/** Middles of circles, or first positions of areas: longitude and latitude. */
	coords?: [number, number][];
	/** Meters that `coords` may be off. */
	tolerance?: number;
	probes?: [latitude: number, longitude: number, inside: boolean][];
	/** Times of the earliest and the latest visit. */
	first?: string;
	newest?: string;
	/** With the numbers of their devices. */
	segments?: string[];
}

/** A file from the field, and what has to happen with it. */
export interface FieldCase {
	id: string;
	kind: "geofences" | "inventory" | "opt-outs" | "places";
	what: string;
	content_type: string;
	expect: Expected;
	body: Buffer;
}

type Listed = Omit<FieldCase, "body"> & { body_base64: string };

/** The cases of one kind (imports-3.json). */
export function fieldCases(kind: FieldCase["kind"]): FieldCase[] {
	const listed = JSON.parse(readFileSync(new URL("./imports-3.json", import.meta.url), "utf8")) as Listed[];
	return listed
		.filter((each) => each.kind === kind)
		.map(({ body_base64: body, ...each }) => ({ ...each, body: Buffer.from(body, "base64") }));
}
