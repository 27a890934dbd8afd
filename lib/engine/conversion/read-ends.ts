import { open } from "node:fs/promises";

/** The length of an end of a file that is searched for notices. */
export const END_BYTES = 65_536;

export async function headOf(path: string, length = 1_024): Promise<Buffer> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

/** The beginning and the end of a file, one character a byte; a small file is there twice. */
export async function endsOf(path: string): Promise<string> {
	const file = await open(path);
	try {
		const { size } = await file.stat();
		const bytes = Buffer.alloc(END_BYTES);
		const { bytesRead } = await file.read(bytes, 0, END_BYTES, Math.max(0, size - END_BYTES));
		return `${(await headOf(path, END_BYTES)).toString("latin1")}${bytes.toString("latin1", 0, bytesRead)}`;
	} finally {
		await file.close();
	}
}
