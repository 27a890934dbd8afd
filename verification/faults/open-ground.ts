import type { Ground } from "./fault";

/** What to end and remove, in the order in which it was opened. */
export type Ends = (() => unknown)[];

/**
 * Opens a ground. What was opened before an error, or before the reason why there is none, is ended.
 * @param open adds to the ends what it opens
 */
export async function openGround<Opened extends object>(
	open: (ends: Ends) => Promise<Opened | string>,
): Promise<(Opened & Pick<Ground, "close">) | string> {
	const ends: Ends = [];
	const close = async () => {
		for (const end of ends.splice(0).reverse()) await end();
	};
	try {
		const opened = await open(ends);
		if (typeof opened !== "string") return { ...opened, close };
		await close();
		return opened;
	} catch (error) {
		await close();
		throw error;
	}
}
