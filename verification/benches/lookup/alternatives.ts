import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import Flatbush from "flatbush";
import type pg from "pg";
import type { Circle } from "@/lib/formats/fence-collector";
import { circleBoxes, EARTH_RADIUS, squaredChord, writeUnitVector } from "@/lib/formats/sphere";
import { findPostgres, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";
import { print, timed } from "@/verification/benches/figures";
import { onServer } from "@/verification/benches/service";

/** What is looked up in. */
export interface CircleWorld {
	readonly fences: readonly { readonly set: number; readonly circle: Circle }[];
	readonly points: readonly { readonly latitude: number; readonly longitude: number }[];
}
/** Prints how many lookups a contender does in a second, which took so many milliseconds. */
export type Rate = (name: string, lookups: number, took: number) => void;

const execute = promisify(execFile);
/** For the databases, fewer than of the others, which are many times as fast. */
const POINTS = 2_000;
/** Circles of a statement. */
const CHUNK = 50_000;

/** The same lookups in an index of boxes with exact tests. */
export function flatbushLookups({ fences, points }: CircleWorld): () => number {
	const index = new Flatbush(fences.length);
	for (const { circle } of fences) {
		const { west, south, east, north } = boxOf(circle);
		index.add(west, south, east, north);
	}
	index.finish();
	return () => {
		let matches = 0;
		for (const { latitude, longitude } of points) {
			const sets = new Set<number>();
			index.search(longitude, latitude, longitude, latitude, (i) => {
				const { set, circle } = fences[i] as (typeof fences)[number];
				if (!sets.has(set) && haversine(circle, latitude, longitude) <= circle.radius) sets.add(set);
				return false;
			});
			matches += [...sets].sort((a, b) => a - b).length;
		}
		return matches;
	};
}

function haversine(a: Circle, latitude: number, longitude: number): number {
	const r = Math.PI / 180;
	const sinLatitude = Math.sin(((latitude - a.latitude) * r) / 2);
	const sinLongitude = Math.sin(((longitude - a.longitude) * r) / 2);
	const cosines = Math.cos(a.latitude * r) * Math.cos(latitude * r);
	return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(sinLatitude ** 2 + cosines * sinLongitude ** 2));
}

function boxOf({ latitude, longitude, radius }: Circle) {
	const [box] = circleBoxes(latitude, longitude, radius);
	if (!box) throw new Error("a circle has no box");
	return box;
}

/**
 * The same lookups in the R*Tree of the program `sqlite3`, all in one statement and in memory, so
 * that nothing but the lookups takes time.
 */
export async function sqliteLookups(
	directory: string,
	{ fences, points }: CircleWorld,
	printRate: Rate,
): Promise<void> {
	const vector = new Float64Array(3);
	const unitVector = (latitude: number, longitude: number) => {
		writeUnitVector(latitude, longitude, vector, 0);
		return vector.join();
	};
	const circleRows = fences.map(({ set, circle }, id) => {
		const { west, east, south, north } = boxOf(circle);
		const center = unitVector(circle.latitude, circle.longitude);
		return `${id},${west},${east},${south},${north},${set},${center},${squaredChord(circle.radius)}`;
	});
	const pointRows = points
		.slice(0, POINTS)
		.map(({ latitude, longitude }, id) => `${id},${latitude},${longitude},${unitVector(latitude, longitude)}`);
	const [circlesPath, pointsPath, scriptPath] = ["circles.csv", "points.csv", "lookups.sql"].map((name) =>
		join(directory, name),
	) as [string, string, string];
	await writeFile(circlesPath, circleRows.join("\n"));
	await writeFile(pointsPath, pointRows.join("\n"));
	const script = `
		CREATE TABLE row (
			id INTEGER, west REAL, east REAL, south REAL, north REAL, set_id INTEGER, x REAL, y REAL, z REAL, chord REAL
		);
		CREATE VIRTUAL TABLE circle USING rtree(id, west, east, south, north, +set_id, +x, +y, +z, +chord);
		CREATE TABLE point (id INTEGER, latitude REAL, longitude REAL, x REAL, y REAL, z REAL);
		.mode csv
		.import ${circlesPath} row
		INSERT INTO circle SELECT * FROM row;
		.import ${pointsPath} point
		.timer on
		SELECT count(*) FROM (
			SELECT DISTINCT p.id, c.set_id
			FROM point p CROSS JOIN circle c
				ON c.west <= p.longitude AND c.east >= p.longitude AND c.south <= p.latitude AND c.north >= p.latitude
			WHERE (p.x - c.x) * (p.x - c.x) + (p.y - c.y) * (p.y - c.y) + (p.z - c.z) * (p.z - c.z) <= c.chord
		);`;
	await writeFile(scriptPath, script.replaceAll(/^\t+/gm, ""));
	const output = await execute("sqlite3", [":memory:", `.read ${scriptPath}`]).then(
		({ stdout }) => stdout,
		(error: NodeJS.ErrnoException) => {
			if (error.code === "ENOENT") return null;
			throw error;
		},
	);
	if (output === null) print("  SQLite: the program sqlite3 is not installed here");
	else printRate("SQLite R*Tree, one statement for all", POINTS, Number(/real ([\d.]+)/.exec(output)?.[1]) * 1_000);
}

/**
 * The same lookups in PostGIS, a GiST index over boxes and an exact test on the sphere, all in one
 * statement, so that nothing but the lookups takes time.
 */
export async function postgisLookups(world: CircleWorld, printRate: Rate): Promise<void> {
	const programs = await findPostgres();
	if (programs === null) return print("  PostGIS: PostgreSQL is not installed here");
	const server = await startPostgres(programs);
	try {
		await onServer(server.url, async (client) => {
			const found = await client.query("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'");
			if (found.rowCount === 0) print("  PostGIS is not installed here");
			else printRate("PostGIS, one statement for all", POINTS, await timePostgis(client, world));
		});
	} finally {
		await server.stop();
	}
}

/** @returns milliseconds */
async function timePostgis(client: pg.Client, { fences, points }: CircleWorld): Promise<number> {
	await client.query(`
		CREATE EXTENSION postgis;
		CREATE TABLE circle (set_id integer, center geometry, radius double precision, box geometry);
		CREATE TABLE point (id integer, place geometry);
		SET max_parallel_workers_per_gather = 0; SET jit = off; SET maintenance_work_mem = '512MB'`);
	for (let from = 0; from < fences.length; from += CHUNK) {
		const chunk = fences.slice(from, from + CHUNK).map(({ set, circle }) => ({ set, ...circle, ...boxOf(circle) }));
		const column = (name: keyof (typeof chunk)[number]) => chunk.map((row) => row[name]);
		await client.query(
			`INSERT INTO circle
			SELECT set_id, ST_SetSRID(ST_MakePoint(longitude, latitude), 4326), radius,
				ST_MakeEnvelope(west, south, east, north, 4326)
			FROM unnest($1::integer[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[],
				$7::float8[], $8::float8[])
				AS row (set_id, longitude, latitude, radius, west, south, east, north)`,
			(["set", "longitude", "latitude", "radius", "west", "south", "east", "north"] as const).map(column),
		);
	}
	const asked = points.slice(0, POINTS);
	await client.query(
		`INSERT INTO point
		SELECT id, ST_SetSRID(ST_MakePoint(longitude, latitude), 4326)
		FROM unnest($1::float8[], $2::float8[]) WITH ORDINALITY AS row (longitude, latitude, id)`,
		[asked.map(({ longitude }) => longitude), asked.map(({ latitude }) => latitude)],
	);
	await client.query("CREATE INDEX ON circle USING gist (box)");
	await client.query("VACUUM ANALYZE circle");
	const lookups = `SELECT count(*) FROM (
		SELECT DISTINCT point.id, circle.set_id
		FROM point JOIN circle ON circle.box && point.place AND ST_DistanceSphere(circle.center, point.place) <= circle.radius
	) AS found`;
	await client.query(lookups);
	return (await timed(() => client.query(lookups))).took;
}
