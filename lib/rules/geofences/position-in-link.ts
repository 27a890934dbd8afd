/** A position in degrees, not yet judged. */
export type Position = { latitude: number; longitude: number };

const PAIR = String.raw`([-+]?\d{1,3}(?:\.\d+)?)`;

/** Where addresses of maps have a position, the pin before the middle of the view. */
const PLACES = [
	new RegExp(`!3d${PAIR}!4d${PAIR}`),
	new RegExp(`[?&]mlat=${PAIR}&mlon=${PAIR}`),
	new RegExp(
		String.raw`[?&](?:q|query|ll|sll|daddr|destination|center|viewpoint|coordinate)=(?:loc:)?${PAIR},\s*${PAIR}`,
	),
	new RegExp(`[?&]lat(?:itude)?=${PAIR}&(?:lon|lng|longitude)=${PAIR}`),
	new RegExp(`[?&]cp=${PAIR}~${PAIR}`),
	new RegExp(String.raw`#map=[\d.]+/${PAIR}/${PAIR}`),
	new RegExp(`/@${PAIR},${PAIR}`),
	new RegExp(String.raw`/(?:place|search|dir)/(?:[^?#]*/)?${PAIR},[+\s]*${PAIR}`),
	new RegExp(`^geo:${PAIR},${PAIR}`, "i"),
] as const;

/** Addresses that only forward to the one with the position. */
const SHORT = /^https?:\/\/(?:maps\.app\.goo\.gl|goo\.gl|g\.co|bit\.ly|osm\.org\/go)\//i;

/** The position that the address of a map holds; undefined for a text that is no address. */
export function positionInLink(text: string): Position | { refused: string } | undefined {
	if (!/^(?:https?:\/\/|geo:)/i.test(text)) return undefined;
	if (SHORT.test(text)) return { refused: "the link is a short one: open it and copy the address that follows" };
	const decoded = decode(text);
	for (const place of PLACES) {
		const [, latitude, longitude] = place.exec(decoded) ?? [];
		if (latitude !== undefined) return { latitude: Number(latitude), longitude: Number(longitude) };
	}
	return { refused: "the link holds no position" };
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
