import { isolate } from "@/lib/rules/text/isolate";
/**
 * The result of an activation. It announces nothing that no agent will do.
 * @param loads whether an online agent of the target loads it; null when that is not known
 */
export function liveWords(target: string, loads: boolean | null): string {
	if (loads === null) return `It goes live once an agent of ${isolate(target)} has loaded it.`;
	return loads
		? `Agents of ${isolate(target)} will load it.`
		: `No online agent of ${isolate(target)} loads it, so it is not live yet.`;
}
