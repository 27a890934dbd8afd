import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { chooseTable } from "@/lib/engine/conversion/choose-table";
import { type ConvertOptions, convertOnThread, MAX_CONVERTED_BYTES } from "@/lib/engine/conversion/convert";
import { readLayers, readTableLayer } from "@/lib/engine/conversion/read-layers";
import { convertedFormat } from "@/lib/rules/documents/converted-format";
import { InvalidArgumentError, TooLargeError } from "@/lib/rules/errors";
import { INVENTORY_COLUMNS, lookForInventoryColumns } from "./parquet-columns";

/**
 * The table within a workbook or a zip archive, written to `directory`; undefined for every other
 * upload, which is read as it is.
 * @throws InvalidArgumentError for an archive without a table, and when no sheet has the columns,
 *   or several; TooLargeError
 */
export async function workbookTable(
	path: string,
	{ directory, ...options }: ConvertOptions & { readonly directory: string },
): Promise<string | undefined> {
	const { head, size } = await readStart(path);
	if (convertedFormat(head) !== "zip") return undefined;
	if (size > MAX_CONVERTED_BYTES) {
		throw new TooLargeError(
			`a workbook or zip archive has at most ${MAX_CONVERTED_BYTES.toLocaleString("en-US")} bytes: upload CSV or Parquet`,
		);
	}
	const conversion = await convertOnThread({ path, directory, format: "zip" }, options);
	const { format, layers } = conversion;
	const isText = layers.some(({ kind }) => kind === "text");
	if (!isText && !layers.some(({ kind }) => kind === "table")) {
		throw new InvalidArgumentError(`the file is ${format}, which has no table: convert it to CSV with a header row`);
	}
	const table = isText
		? readLayers(layers)
		: readTableLayer(chooseTable(conversion, lookForInventoryColumns, INVENTORY_COLUMNS.join(", ")));
	const tablePath = join(directory, "table");
	await pipeline(
		table,
		createWriteStream(tablePath, { flags: "wx", mode: 0o600 }),
		options.signal ? { signal: options.signal } : {},
	);
	return tablePath;
}

async function readStart(path: string): Promise<{ head: Uint8Array; size: number }> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
		return { head: buffer.subarray(0, bytesRead), size: (await file.stat()).size };
	} finally {
		await file.close();
	}
}
