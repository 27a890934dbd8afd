import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { constants, gunzip } from "node:zlib";
import { type DuckDb, literal } from "@/lib/engine/audience/duckdb";
import { InvalidArgumentError } from "@/lib/rules/errors";

/**
 * Where a field of a point of interest stands, the best place first: columns of a table, with a
 * path into structures, and members of a GeoJSON Feature.
 */
interface Places {
	readonly columns: readonly (string | readonly [column: string, path: string])[];
	readonly members: readonly string[];
}

/** Of Overture, Foursquare OS Places and All The Places, and of tables with plain columns. */
const FIELDS = {
	id: { columns: ["id", "fsq_place_id", "ref", "place_id"], members: ["$.id", "$.properties.id", "$.properties.ref"] },
	name: {
		columns: [["names", "$.primary"], "name"],
		members: ["$.properties.names.primary", "$.properties.name", "$.properties.brand"],
	},
	brand: {
		columns: [["brand", "$.names.primary"], "brand"],
		members: ["$.properties.brand.names.primary", "$.properties.brand"],
	},
	category: {
		columns: [["categories", "$.primary"], "basic_category", ["fsq_category_labels", "$[0]"], "category"],
		members: ["categories.primary", "category", "shop", "amenity", "healthcare", "leisure", "tourism", "office"].map(
			(name) => `$.properties.${name}`,
		),
	},
	country: {
		columns: [["addresses", "$[0].country"], "country", "country_code"],
		members: ["$.properties.addresses[0].country", '$.properties."addr:country"', "$.properties.country"],
	},
	region: {
		columns: [["addresses", "$[0].region"], "region", "state"],
		members: ["$.properties.addresses[0].region", '$.properties."addr:state"', "$.properties.region"],
	},
	locality: {
		columns: [["addresses", "$[0].locality"], "locality", "city", "town"],
		members: ["$.properties.addresses[0].locality", '$.properties."addr:city"', "$.properties.locality"],
	},
	address: {
		columns: [["addresses", "$[0].freeform"], "address", "street_address", "street"],
		members: [
			"$.properties.addresses[0].freeform",
			'$.properties."addr:full"',
			'$.properties."addr:street_address"',
			"$.properties.address",
		],
	},
	closed: {
		columns: ["date_closed", "operating_status"],
		members: ["$.properties.operating_status", "$.properties.end_date"],
	},
} as const satisfies Record<string, Places>;

const COLUMNS = { longitude: ["longitude", "lon", "lng"], latitude: ["latitude", "lat"] } as const;
/** Columns of the relation that {@link poiRows} gives. */
export const POI_FIELDS = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
const LONGEST_LINE = 4_194_304;
const HEAD_BYTES = 65_536;

type Kind = "parquet" | "lines" | "csv";

/** What a file is, by its first bytes. */
async function kindOf(path: string): Promise<{ kind: Kind; packed: boolean }> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
		const packed = buffer[0] === 0x1f && buffer[1] === 0x8b;
		const head = buffer.subarray(0, bytesRead);
		// The head ends within the packed data.
		const plain = packed ? await promisify(gunzip)(head, { finishFlush: constants.Z_SYNC_FLUSH }) : head;
		const text = plain.toString("utf8").replaceAll("\u001e", "").replace("\ufeff", "");
		if (text.startsWith("PAR1")) return { kind: "parquet", packed: false };
		return { kind: /^[\s[]*\{/.test(text) ? "lines" : "csv", packed };
	} finally {
		await file.close();
	}
}

/**
 * The rows of files of one kind as a relation of texts: the fields above, `shape` as well-known text
 * or GeoJSON, and `longitude`, `latitude` where the table has them.
 * @throws InvalidArgumentError when they lack a name or a position
 */
export async function poiRows(db: DuckDb, paths: readonly string[]): Promise<string> {
	const kinds = await Promise.all(paths.map(kindOf));
	const [first] = kinds;
	if (first === undefined || kinds.some(({ kind, packed }) => kind !== first.kind || packed !== first.packed)) {
		throw new InvalidArgumentError("the files of a release must be of one kind: Parquet, GeoJSON lines or CSV");
	}
	const list = `[${paths.map(literal).join(", ")}]`;
	if (first.kind === "lines") return featureRows(list, first.packed);
	const packed = first.packed ? ", compression = 'gzip'" : "";
	const table =
		first.kind === "parquet"
			? `read_parquet(${list}, union_by_name = true)`
			: `read_csv(${list}, all_varchar = true, header = true, union_by_name = true${packed})`;
	return tableRows(table, await db.rows(`DESCRIBE SELECT * FROM ${table}`));
}

/** Features one a line, also within a collection that has each on a line of its own. */
function featureRows(list: string, packed: boolean): string {
	const members = POI_FIELDS.map((field) => {
		const found = FIELDS[field].members.map((path) => `feature ->> ${literal(path)}`);
		return `coalesce(${found.join(", ")}) AS ${field}`;
	});
	const lines = `read_csv(${list}, columns = {'line': 'VARCHAR'}, header = false, auto_detect = false, delim = '\x01', quote = '',
		escape = '', max_line_size = ${LONGEST_LINE}, buffer_size = ${2 * LONGEST_LINE}, strict_mode = false${packed ? ", compression = 'gzip'" : ""})`;
	return `SELECT ${members.join(", ")}, feature ->> '$.geometry' AS shape,
			NULL::DOUBLE AS longitude, NULL::DOUBLE AS latitude
		FROM (SELECT TRY_CAST(trim(line, ' ,\t\r\x1e') AS JSON) AS feature FROM ${lines} WHERE line LIKE '%"Feature"%')`;
}

/** @throws InvalidArgumentError when it lacks a column */
function tableRows(table: string, described: Record<string, unknown>[]): string {
	const types = new Map(
		described.map(({ column_name: name, column_type: type }) => [String(name).toLowerCase(), String(type)]),
	);
	const valuesOf = (columns: Places["columns"]) =>
		columns.flatMap((column) => {
			const [name, path] = typeof column === "string" ? [column] : column;
			const type = types.get(name);
			if (type === undefined) return [];
			const isNested = /^STRUCT|\[\]$|^JSON$/.test(type);
			if (path === undefined) return isNested ? [] : [`CAST("${name}" AS VARCHAR)`];
			return isNested ? [`to_json("${name}") ->> ${literal(path)}`] : [];
		});
	const fields = POI_FIELDS.map((field) => `${coalesced(valuesOf(FIELDS[field].columns))} AS ${field}`);
	const numbersOf = (names: readonly string[]) =>
		names.filter((name) => types.has(name)).map((name) => `TRY_CAST("${name}" AS DOUBLE)`);
	const numbers = Object.entries(COLUMNS).map(
		([field, names]) => `${coalesced(numbersOf(names), "DOUBLE")} AS ${field}`,
	);
	const hasNumbers = Object.values(COLUMNS).every((names) => numbersOf(names).length > 0);
	const shape = shapeOf(types);
	const missing = [
		...(valuesOf(FIELDS.name.columns).length === 0 ? ["name"] : []),
		...(shape === null && !hasNumbers ? ["latitude and longitude"] : []),
	];
	if (missing.length > 0) {
		const columns = [...types.keys()].slice(0, 20).join(", ");
		throw new InvalidArgumentError(`the file lacks a column with ${missing.join(" and ")}: its columns are ${columns}`);
	}
	return `SELECT ${[...fields, ...numbers].join(", ")}, ${shape ?? "NULL::VARCHAR"} AS shape FROM ${table}`;
}

const coalesced = (values: readonly string[], type = "VARCHAR") =>
	`coalesce(${[...values, `NULL::${type}`].join(", ")})`;

/** GeoParquet has its own type, or well-known binary; a table of texts has well-known text. */
function shapeOf(types: ReadonlyMap<string, string>): string | null {
	for (const name of ["geometry", "geom", "wkt"]) {
		const type = types.get(name);
		if (type?.startsWith("GEOMETRY")) return `ST_AsText("${name}")`;
		if (type === "BLOB") return `ST_AsText(ST_GeomFromWKB("${name}"))`;
		if (type === "VARCHAR") return `"${name}"`;
	}
	return null;
}
