import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";

/** Where Linux keeps accounts of groups of processes, by the version of its control groups. */
const ACCOUNTS = [
	{
		root: "/sys/fs/cgroup/cpuacct",
		own: /^\d+:(?:[\w,]*,)?cpuacct(?:,[\w,]*)?:(.*)$/m,
		file: "cpuacct.usage",
		secondsOf: (text) => Number(text) / 1e9,
	},
	{
		root: "/sys/fs/cgroup",
		own: /^0::(.*)$/m,
		file: "cpu.stat",
		secondsOf: (text) => Number(/usage_usec (\d+)/.exec(text)?.[1]) / 1e6,
	},
];
const COUNTED = 'echo $$ >"$0"; exec "$@" 3>&-';
const TIMED = '"$@" 3>&-; code=$?; times >&3; exit $code';
let opened = 0;

/**
 * Measures the processor time (user and system) of a command and all that it starts: by an account of
 * the kernel's, where this process may open one, as root on Linux may. Elsewhere by the shell, which
 * does not know processes that were killed by others than their parent.
 * @param {string[]} command
 * @returns {{ command: string[], seconds(times: string): number }} the command to run in place of it; and
 *   what it used, given what it has written to its file descriptor 3
 */
export function measured(command) {
	const account = openAccount();
	if (account === null) return { command: ["sh", "-c", TIMED, "sh", ...command], seconds: secondsOfTimes };
	const seconds = () => {
		const used = account.secondsOf(readFileSync(join(account.directory, account.file), "utf8"));
		try {
			rmdirSync(account.directory);
		} catch {
			// A process that a test has left behind is still ending.
		}
		return used;
	};
	return { command: ["sh", "-c", COUNTED, join(account.directory, "cgroup.procs"), ...command], seconds };
}

const ownGroups = () => (existsSync("/proc/self/cgroup") ? readFileSync("/proc/self/cgroup", "utf8") : "");

function openAccount() {
	for (const { root, own, file, secondsOf } of ACCOUNTS) {
		// Within this process's own account, which then includes it.
		const group = join(root, own.exec(ownGroups())?.[1] ?? "");
		if (!existsSync(join(group, "cgroup.procs"))) continue;
		const directory = join(group, `targeting-test-${process.pid}-${opened++}`);
		try {
			mkdirSync(directory);
			if (existsSync(join(directory, file))) return { directory, file, secondsOf };
		} catch {
			// Not root, or a container that may not.
		}
	}
	return null;
}

/** @param {string} times what the shell's `times` prints: of itself, and of its children */
function secondsOfTimes(times) {
	const [, children = ""] = times.trim().split("\n");
	return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
		(sum, [, minutes, seconds]) => sum + 60 * minutes + Number(seconds),
		0,
	);
}
