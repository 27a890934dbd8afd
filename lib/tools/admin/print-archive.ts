import type { BackupResult } from "@/lib/processes/backup/run-backup";
import type { Printed } from "./print";

const DONE = {
	export: "Exported to",
	backup: "Backed up to",
	verify: "Whole:",
	import: "Imported from",
	restore: "Restored from",
} as const;

/** The archive's path for scripts, and what is in it for people. */
export function printArchive({ name, path, size, manifest, kept, secrets = [], removed = [] }: BackupResult): Printed {
	const { takenAt, tables, files, missing, migrations } = manifest;
	const rows = tables.reduce((sum, table) => sum + table.rows, 0);
	const bytes = files.reduce((sum, file) => sum + file.size, 0);
	const lines = [
		`${DONE[name]} ${path} (${inBytes(size)}).`,
		`The service as of ${takenAt}, at the migration ${migrations.at(-1)?.name}: ${rows.toLocaleString("en-US")} rows of ${tables.length} tables, ${files.length.toLocaleString("en-US")} files (${inBytes(bytes)}).`,
		...(kept ? [`Files that were there already: ${kept}.`] : []),
		...secrets.map((secret) => `Written from the archive: ${secret}.`),
		...(secrets.some((secret) => secret.endsWith("-previous"))
			? [
					"Set NEXTAUTH_SECRET_PREVIOUS to the content of secret-previous until the log says that it is no longer needed.",
				]
			: []),
		...(removed.length === 0 ? [] : [`Removed: ${removed.join(", ")}.`]),
		...(missing.length === 0
			? []
			: [
					`${missing.length} files that the database names were not in the file store when it was exported: ${missing.slice(0, 5).join(", ")}`,
				]),
	];
	return { out: `${path}\n`, note: lines.map((line) => `${line}\n`).join(""), isFault: missing.length > 0 };
}

function inBytes(bytes: number): string {
	const units = ["bytes", "kB", "MB", "GB", "TB"];
	const step = bytes === 0 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
	return `${(bytes / 1_000 ** step).toLocaleString("en-US", { maximumFractionDigits: step === 0 ? 0 : 1 })} ${units[step]}`;
}
