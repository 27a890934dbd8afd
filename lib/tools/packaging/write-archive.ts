import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** What goes into an archive. */
export interface Contents {
	/** The directory in the archive that has everything. */
	readonly name: string;
	/** Seconds since 1970, of every file. */
	readonly time: number;
	/** Directories, each with files below it. */
	readonly parts: readonly { readonly directory: string; readonly files: readonly string[] }[];
}

/**
 * Writes a .tgz by GNU tar. The same files give the same bytes, whoever owns them and whenever they
 * were written.
 * @param level of gzip, from 1 to 9
 * @returns its SHA-256, hexadecimal
 */
export async function writeArchive(path: string, { name, time, parts }: Contents, level: number): Promise<string> {
	const tar = spawn(
		"tar",
		[
			...["--create", "--format=pax", "--pax-option=delete=atime,delete=ctime", `--mtime=@${time}`],
			...["--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX", "--hard-dereference"],
			// Names change, targets of links stay.
			...[`--transform=s,^,${name}/,rSH`, "--no-unquote", "--no-recursion", "--files-from=-"],
		],
		{ stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, LC_ALL: "C" } },
	);
	const ended = once(tar, "close");
	let complaint = "";
	tar.stderr.setEncoding("utf8").on("data", (text: string) => {
		complaint += text;
	});
	for (const { directory, files } of parts) {
		tar.stdin.write([`-C${directory}`, ...files, ""].join("\n"));
	}
	tar.stdin.end();
	const sum = createHash("sha256");
	const counted = new PassThrough().on("data", (chunk) => sum.update(chunk));
	await pipeline(tar.stdout, createGzip({ level }), counted, createWriteStream(path));
	const [code] = await ended;
	if (code !== 0) throw new Error(`GNU tar is needed; ${path} was not written: ${complaint.trim()}`);
	return sum.digest("hex");
}
