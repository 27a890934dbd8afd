import pg from "pg";
import { circleBoxes } from "@/lib/formats/sphere";
import { findPostgres, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";
import { print, printRate } from "./race";
import type { CircleWorld } from "./world";

/** Fewer than of the others, which are many times as fast. */
const POINTS = 2000;
/** Circles of a statement. */
const CHUNK = 50_000;

/**
 * The same lookups in PostGIS, a GiST index over boxes and an exact test on the sphere, all in one
 * statement, so that nothing but the lookups takes time.
 */
export async function postgisLookups(world: CircleWorld): Promise<void> {
	const programs = await findPostgres();
	const server = programs === null ? null : await startPostgres(programs);
	if (server === null) {
		print("  PostGIS: PostgreSQL is not installed here");
		return;
	}
	const client = new pg.Client({ connectionString: server.url });
	try {
		await client.connect();
		const found = await client.query("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'");
		if (found.rowCount === 0) print("  PostGIS is not installed here");
		else await measure(client, world);
	} finally {
		await client.end();
		await server.stop();
	}
}

async function measure(client: pg.Client, { fences, points }: CircleWorld): Promise<void> {
	await client.query(`
		CREATE EXTENSION postgis;
		CREATE TABLE circle (set_id integer, center geometry, radius double precision, box geometry);
		CREATE TABLE point (id integer, place geometry);
		SET max_parallel_workers_per_gather = 0; SET jit = off; SET maintenance_work_mem = '512MB'`);
	for (let from = 0; from < fences.length; from += CHUNK) {
		const chunk = fences.slice(from, from + CHUNK).map(({ set, circle }) => {
			const [box] = circleBoxes(circle.latitude, circle.longitude, circle.radius);
			if (!box) throw new Error("a circle has no box");
			return { set, ...circle, ...box };
		});
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
	const started = performance.now();
	await client.query(lookups);
	printRate("PostGIS, one statement for all", POINTS, performance.now() - started);
}
