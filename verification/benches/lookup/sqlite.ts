import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { circleBoxes, squaredChord, writeUnitVector } from "@/lib/formats/sphere";
import { print, printRate } from "./race";
import type { CircleWorld } from "./world";

const execute = promisify(execFile);

/** Fewer than of the others, which are many times as fast. */
const POINTS = 2000;

/**
 * The same lookups in the R*Tree of the program `sqlite3`, all in one statement and in memory, so
 * that nothing but the lookups takes time.
 */
export async function sqliteLookups(directory: string, { fences, points }: CircleWorld): Promise<void> {
	const vector = new Float64Array(3);
	const unitVector = (latitude: number, longitude: number) => {
		writeUnitVector(latitude, longitude, vector, 0);
		return vector.join();
	};
	const circleRows = fences.map(({ set, circle: { latitude, longitude, radius } }, id) => {
		const [box] = circleBoxes(latitude, longitude, radius);
		if (!box) throw new Error("a circle has no box");
		const { west, east, south, north } = box;
		return `${id},${west},${east},${south},${north},${set},${unitVector(latitude, longitude)},${squaredChord(radius)}`;
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
	if (output === null) {
		print("  SQLite: the program sqlite3 is not installed here");
		return;
	}
	const seconds = Number(/real ([\d.]+)/.exec(output)?.[1]);
	printRate("SQLite R*Tree, one statement for all", POINTS, seconds * 1000);
}
