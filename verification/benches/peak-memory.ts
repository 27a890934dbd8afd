import { readFile, writeFile } from "node:fs/promises";

/** The peak resident memory of a process, on Linux; null elsewhere. */
export async function peakMegabytes(pid: number | undefined): Promise<number | null> {
	if (pid === undefined) return null;
	const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
	const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
	return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}

/** Has the peak begin at what the process has now, on Linux. */
export async function forgetPeak(pid: number | undefined): Promise<void> {
	if (pid !== undefined) await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => {});
}
