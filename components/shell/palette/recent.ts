import { z } from "zod";
import { readerKey } from "@/lib/browser/forget-readers";
import { keepText, keptText } from "@/lib/browser/storage";

const place = z.object({ kind: z.string(), name: z.string(), detail: z.string(), href: z.string().startsWith("/") });
/** Somewhere that the palette leads to. */
export type PaletteObject = z.infer<typeof place>;

const MOST = 6;
const keyOf = (userId: string) => readerKey("palette-recent", userId);

/**
 * Where the user went with the palette before, the latest first; none where the browser keeps
 * nothing.
 */
export function recentObjects(userId: string): PaletteObject[] {
	try {
		const kept = z.array(place).safeParse(JSON.parse(keptText(keyOf(userId)) ?? "[]"));
		return kept.success ? kept.data.slice(0, MOST) : [];
	} catch {
		return [];
	}
}

/** Keeps where the user goes, for `recentObjects`. */
export function keepRecent(userId: string, object: PaletteObject): void {
	const others = recentObjects(userId).filter(({ href }) => href !== object.href);
	keepText(keyOf(userId), JSON.stringify([object, ...others].slice(0, MOST)));
}
