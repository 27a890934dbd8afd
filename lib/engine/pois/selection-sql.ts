import type { PoiQuery } from "@/lib/contract/point-of-interest";
import { literal } from "@/lib/engine/audience/duckdb";

const EARTH_METERS = 6_371_008.8;
const METERS_A_DEGREE = 111_195;

/** The condition of a query over `release.pois`, without those that it leaves out by id. */
export function selected({ choices, area }: PoiQuery): string {
	const { country, region, locality, near } = area;
	return all([
		`(${choices.map(chosen).join(" OR ")})`,
		...(country === undefined ? [] : [`country = ${literal(country)}`]),
		...(region === undefined ? [] : [`region_key = ${folded(region)}`]),
		...(locality === undefined ? [] : [`locality_key = ${folded(locality)}`]),
		...(near === undefined ? [] : nearby(near)),
	]);
}

/** Meters of the geofence of a selected row: the first choice that fits decides. */
export const radiusOf = ({ choices }: PoiQuery) =>
	`CASE ${choices.map((choice) => `WHEN ${chosen(choice)} THEN ${choice.radius}::DOUBLE`).join(" ")} END`;

/** Whether the query leaves a row out. */
export const leftOut = ({ left_out: ids }: PoiQuery) =>
	ids.length === 0 ? "FALSE" : `id IN (${ids.map(literal).join(", ")})`;

function chosen({ brand, category }: PoiQuery["choices"][number]): string {
	return all([
		...(brand === undefined ? [] : [`brand_key = ${folded(brand)}`]),
		...(category === undefined ? [] : [`category_key = ${folded(category)}`]),
	]);
}

const all = (conditions: readonly string[]) => `(${conditions.join(" AND ")})`;

/** A constant, which DuckDB folds once. */
export const folded = (text: string) => `release.fold(${literal(text)})`;

/** A box that bounds the circle, by which most rows are passed over, and the great circle. */
function nearby({ latitude, longitude, meters }: NonNullable<PoiQuery["area"]["near"]>): string[] {
	const up = meters / METERS_A_DEGREE;
	const distance = `2 * ${EARTH_METERS} * asin(least(1, sqrt(pow(sin(radians(latitude - ${latitude}) / 2), 2)
		+ cos(radians(${latitude})) * cos(radians(latitude)) * pow(sin(radians(longitude - ${longitude}) / 2), 2))))`;
	return [`latitude BETWEEN ${latitude - up} AND ${latitude + up}`, `${distance} <= ${meters}`];
}
