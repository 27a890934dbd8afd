/**
 * `node lib/tools/cli/run.mjs bench-import`: rows per second and peak memory of a running service
 * (the built one: `npm start`) for a CSV file of 1,000,000 places over HTTP.
 */
import { measureImport } from "./import";
import { isCount, readOptions } from "./read-options";

/** No argument: the list of processes shows those. */
const key = process.env.TARGETING_KEY ?? "";
const values = readOptions(
	"TARGETING_KEY=<designer's key> node lib/tools/cli/run.mjs bench-import --url http://localhost:3000 [--pid <server>] [--rows 1000000]",
	{
		url: { type: "string", default: "" },
		pid: { type: "string" },
		rows: { type: "string", default: "1000000" },
	},
	({ url, pid = "1", rows }) => {
		if (url === "" || key === "") return "--url and the variable TARGETING_KEY say where and as whom.";
		return isCount(pid) && isCount(rows) ? undefined : "--pid and --rows are whole numbers.";
	},
);
const pid = values.pid === undefined ? undefined : Number(values.pid);
const figures = await measureImport({ url: values.url, key, pid }, Number(values.rows));
process.stdout.write(
	`import of ${figures.rows.toLocaleString("en-US")} CSV rows (${Math.round(figures.bytes / 1e6)} MB): ${figures.seconds.toFixed(1)} s, ` +
		`${Math.round(figures.rowsPerSecond).toLocaleString("en-US")} rows/s; peak memory ${figures.peakMegabytes.before} MB before, ` +
		`${figures.peakMegabytes.after} MB after; slowest other answer meanwhile ${Math.round(figures.slowestOtherAnswer)} ms\n`,
);
