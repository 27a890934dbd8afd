import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The sources that an artifact is made from. */
export interface Source {
	/** Null outside of a repository. */
	readonly commit: string | null;
	/** Whether files differ from the commit. */
	readonly isChanged: boolean;
	/** The commit's time in seconds since 1970: it stands for the time of all files. */
	readonly time: number;
}

/** Reads the commit; SOURCE_DATE_EPOCH replaces its time, as reproducible builds have it. */
export async function readSource(root: string): Promise<Source> {
	const git = async (...args: string[]) => (await run("git", args, { cwd: root })).stdout.trim();
	const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? 0);
	try {
		const [commit = "", time] = (await git("log", "-1", "--format=%H %ct")).split(" ");
		const isChanged = (await git("status", "--porcelain", "--untracked-files=normal")) !== "";
		return { commit, isChanged, time: epoch || Number(time) };
	} catch {
		return { commit: null, isChanged: true, time: epoch };
	}
}
