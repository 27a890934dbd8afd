import { createReadStream } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { headOf } from "./read-ends";

/** Where a .dbf file has the length of its header, and the number of its encoding. */
const [HEADER_LENGTH, LANGUAGE] = [8, 29];
const HEADER_BYTES = 32;
const NOT_ASCII = /[\x80-\xff]+/g;
/** A letter or a quotation mark of Windows-1252, which stands by itself among ASCII. */
const WESTERN = /^[\x91-\x97\xa0-\xff]$/;

/**
 * Names the encoding of a .dbf file that does not say it, in a .cpg file beside it: UTF-8, or
 * Windows-1252, which old programs write and which its letters show.
 * @throws InvalidArgumentError for texts that are neither
 */
export async function nameEncoding(path: string): Promise<void> {
	const beside = path.replace(/dbf$/, "cpg");
	const isNamed = await access(beside).then(
		() => true,
		() => false,
	);
	const head = await headOf(path, HEADER_BYTES);
	if (isNamed || head.length < HEADER_BYTES || head[LANGUAGE] !== 0) return;
	const found = { utf8: 0, western: 0, other: 0 };
	for await (const text of createReadStream(path, { start: head.readUInt16LE(HEADER_LENGTH), encoding: "latin1" })) {
		for (const [run] of (text as string).matchAll(NOT_ASCII)) {
			const isUtf8 = !Buffer.from(run, "latin1").toString("utf8").includes("\ufffd");
			found[isUtf8 ? "utf8" : WESTERN.test(run) ? "western" : "other"] += 1;
		}
	}
	if (found.utf8 >= found.western + found.other) return;
	if (found.other > found.western) {
		throw new InvalidArgumentError(
			"the file is a zipped Shapefile whose .dbf does not say its encoding: add a .cpg file that names it, such as UTF-8",
		);
	}
	await writeFile(beside, "1252", { flag: "wx", mode: 0o600 });
}
