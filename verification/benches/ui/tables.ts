import type { ImportFigures } from "@/verification/benches/import";
import { printTable } from "@/verification/benches/tables";
import type { BorderFigures } from "./border";
import type { ImportPageFigures } from "./import-page";
import type { InteractionTimes } from "./interactions";
import { STALL_MS } from "./long-tasks";
import type { MapFigures, PanFigures } from "./map";
import type { PageWeight } from "./page-weight";
import type { ReachFigures } from "./reach";

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
const milliseconds = (time: number) => `${Math.round(time).toLocaleString("en-US")} ms`;
const count = (number: number) => Math.round(number).toLocaleString("en-US");
/** The median of ascending times. */
const middle = (times: readonly number[]) => times[Math.floor(times.length / 2)] ?? 0;

export function printInteractions(measured: readonly InteractionTimes[]): void {
	printTable(
		["interaction to next paint (16 ms: that or less)", "median", "longest"],
		measured.map(({ name, times }) => [name, milliseconds(middle(times)), milliseconds(times.at(-1) ?? 0)]),
	);
}

export function printPages(weights: readonly PageWeight[]): void {
	printTable(
		["first load, compressed script", "script", "of the map", "largest paint"],
		weights.map(({ path, script, map, painted }) => [
			path,
			kilobytes(script),
			map === 0 ? "–" : kilobytes(map),
			milliseconds(painted),
		]),
	);
}

export function printActivation(times: readonly number[]): void {
	printTable(
		["activation", "shortest", "median", "longest"],
		[
			[
				"from `a` to `loaded on 1 of 1 agents` on another's page",
				...[times[0] ?? 0, middle(times), times.at(-1) ?? 0].map(milliseconds),
			],
		],
	);
}

export function printMap({ fences, renderer, megabytes, firstShapes, longestTasks, pans }: MapFigures): void {
	const first = `first shapes, ${megabytes.toFixed(0)} MB of GeoJSON fetched (median of ${firstShapes.length})`;
	printTable(
		[`map with ${count(fences)} geofences (${renderer})`, "", "longest frame", `tasks over ${STALL_MS} ms`],
		[
			[first, milliseconds(middle(firstShapes)), "", ""],
			["longest task of the main thread until then", milliseconds(middle(longestTasks)), "", ""],
			...pans.map(panRow),
		],
	);
}

const panRow = ({ where, framesPerSecond, longestFrame, stalls }: PanFigures) => [
	`panning, ${where}`,
	`${framesPerSecond.toFixed(0)} frames/s`,
	milliseconds(longestFrame),
	count(stalls),
];

export function printBorder({ positions, firstShapes, pans, edits, longestTask }: BorderFigures): void {
	printTable(
		[`border of ${count(positions)} positions`, "", "longest", `tasks over ${STALL_MS} ms`],
		[
			["first shapes on the design's page", milliseconds(firstShapes.page), "", ""],
			["first shapes in the editor", milliseconds(firstShapes.editor), "", ""],
			...pans.map(panRow),
			...edits.map(({ name, times }) => [
				`${name}, to the next paint`,
				milliseconds(middle(times)),
				milliseconds(times.at(-1) ?? 0),
				"",
			]),
			["longest task of the main thread", milliseconds(longestTask), "", ""],
		],
	);
}

export function printImport(kind: string, figures: ImportFigures): void {
	const { rows, bytes, seconds, rowsPerSecond, peakMegabytes, slowestOtherAnswer } = figures;
	const memory = (megabytes: number | null) => (megabytes === null ? "unknown" : `${count(megabytes)} MB`);
	printTable(
		[`import of ${count(rows)} CSV rows, ${count(bytes / 1e6)} MB (${kind})`, ""],
		[
			["duration", `${seconds.toFixed(1)} s`],
			["rows per second", count(rowsPerSecond)],
			["server's peak memory before", memory(peakMegabytes.before)],
			["server's peak memory with the import", memory(peakMegabytes.after)],
			["slowest answer to somebody else meanwhile", milliseconds(slowestOtherAnswer)],
		],
	);
}

export function printImportPage({ rows, steps, longestTask, stalls, megabytes }: ImportPageFigures): void {
	printTable(
		[`import of ${count(rows)} CSV rows in the browser`, ""],
		[
			...steps.map(({ what, seconds }) => [what, `${seconds.toFixed(1)} s`]),
			["longest task of the main thread", milliseconds(longestTask)],
			[`tasks over ${STALL_MS} ms`, count(stalls)],
			["script's memory of the page at its highest", `${count(megabytes)} MB`],
		],
	);
}

/** Prints the times of estimates: the first one, and the median of all. */
export function printReach({ devices, visits, importSeconds, estimates }: ReachFigures): void {
	printTable(
		[`estimate over ${count(devices)} devices, ${count(visits)} visits`, "reach", "first", "median"],
		estimates.map(({ what, reach, times }) => [
			what,
			count(reach),
			milliseconds(times[0] ?? 0),
			milliseconds(middle([...times].sort((a, b) => a - b))),
		]),
	);
	process.stdout.write(`(their Parquet file taken over in ${importSeconds.toFixed(1)} s)\n`);
}
