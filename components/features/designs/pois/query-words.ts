import { formatCount } from "@/lib/browser/format";
import type { PoiChoice, PoiQuery, PoiTerm } from "@/lib/contract/point-of-interest";

/** `pharmacy`, `Mühle`, or `pharmacy of Mühle`. */
export const choiceName = ({ brand, category }: PoiChoice): string =>
	brand === undefined ? (category ?? "") : category === undefined ? brand : `${category} of ${brand}`;

/** `pharmacy, 150 m · Hamburg, Germany · 2 left out`. */
export function queryWords({ choices, area, left_out: leftOut }: PoiQuery): string {
	const where = areaWords(area);
	return [
		choices.map((choice) => `${choiceName(choice)}, ${formatCount(choice.radius)} m`).join(" + "),
		...(where === "" ? [] : [where]),
		...(leftOut.length === 0 ? [] : [`${formatCount(leftOut.length)} left out`]),
	].join(" · ");
}

/** The parts of an area, the smallest first. */
export function areaWords({ country, region, locality, near }: PoiQuery["area"]): string {
	const around =
		near === undefined
			? undefined
			: `within ${formatCount(near.meters)} m of ${near.latitude.toFixed(3)}, ${near.longitude.toFixed(3)}`;
	const parts = [...new Set([locality, region, country === undefined ? undefined : countryName(country)])];
	return [...parts, around].filter((part) => part !== undefined).join(", ");
}

const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "code" });
const countryName = (code: string) => COUNTRIES.of(code) ?? code;

/** A term as a suggestion: enough to tell it from others of its name. */
export const termLabel = ({ kind, name, country, region }: PoiTerm): string =>
	kind === "country"
		? countryName(name)
		: [...new Set([name, region, country === null ? null : countryName(country)])]
				.filter((part) => part !== null)
				.join(", ");

/** The area that a term names. */
export function areaOf({ kind, name, country, region }: PoiTerm): PoiQuery["area"] {
	if (kind === "country") return { country: name };
	return {
		...(country === null ? {} : { country }),
		...(kind === "region" ? { region: name } : { locality: name, ...(region === null ? {} : { region }) }),
	};
}
