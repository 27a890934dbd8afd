import { evenOddArea, shortWork } from "./even-odd";
import type { Ring } from "./geofence";
import { chainsOf } from "./running-rings";

/** Shares of the area of an outline and of a hole: smaller areas are rounding. */
const ROUNDING_OF_OUTLINE = 1e-12;
const ROUNDING_OF_HOLE = 1e-9;

/** Effects of a polygon's holes beside reducing its outline. */
export type HolesJudged =
	/** nothing; or it takes too long to find out */
	| "within"
	/** one reaches over the outline or another hole, and adds to what is covered */
	| "across"
	/** all of them together take the whole outline */
	| "everything"
	/** one lies outside of the outline: the place of its ring */
	| { outside: number };

/** Compares the area that an outline and its holes cover with those of the rings. */
export function judgeHoles(rings: readonly Ring[]): HolesJudged {
	if (rings.length === 1) return "within";
	const work = shortWork();
	const areaOf = (some: readonly Ring[]) => evenOddArea(chainsOf(some), work) ?? Number.NaN;
	const covered = areaOf(rings);
	const [outline = 0, ...holes] = rings.map((ring) => areaOf([ring]));
	const least = outline * ROUNDING_OF_OUTLINE;
	if (covered <= least) return "everything";
	const rest = holes.reduce((sum, hole) => sum - hole, outline);
	if (!(covered - rest > least + outline * ROUNDING_OF_HOLE)) return "within";
	const outside = holes.findIndex((hole, place) => {
		const both = areaOf([rings[0] as Ring, rings[place + 1] as Ring]);
		return both >= outline + hole - least - hole * ROUNDING_OF_HOLE;
	});
	return outside === -1 ? "across" : { outside: outside + 1 };
}
