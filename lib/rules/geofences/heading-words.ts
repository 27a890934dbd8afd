import { foldText } from "@/lib/rules/text/normalize";

/**
 * Words of headings in English, German, French, Spanish, Italian, Portuguese, Dutch and Japanese,
 * as `foldText` leaves them.
 */

/** Means a coordinate, also beside other words. */
export const LATITUDE = words("lat latitude breitengrad latitud latitudine breedtegraad 緯度 北緯");
export const LONGITUDE = words("lon lng longitude langengrad laengengrad longitud longitudine lengtegraad 経度 東経");
/** Means a coordinate alone; beside other words a width or a length. */
export const WIDTH = words("breite breedte");
export const LENGTH = words("lange laenge lengte");
/** Says how a coordinate is written, or nothing. */
export const COORDINATE_FILLERS = words(
	"in deg degree degrees decimal dd wgs wgs84 84 epsg 4326 gps geo geogr geographische geografische geografisch grad dezimal dezimalgrad graden",
);

/** A column of both coordinates. */
export const POSITION = words(
	"coordinate coordinates coord coords latlng latlon latlong geopoint geolocation maps gps koordinate koordinaten geokoordinate geokoordinaten gpskoordinaten kartenlink coordonnees geolocalisation coordenada coordenadas coordinata coordinaat coordinaten 座標 緯度経度",
);
export const POSITION_FILLERS = words("google apple osm link url geo gps wgs wgs84 84");

export const NAME = words("bezeichnung nom nombre nome naam 名前 名称 店名 店舗名 施設名");
export const ID = words("kennung identifiant identificador identificativo identificatie 識別子 店舗番号");

export const RADIUS = words("radius umkreis raggio raio straal 半径");
/** Means a radius where it holds one: also a department of a store, and a kind of network. */
export const MAYBE_RADIUS = words("rayon radio");

/** Headings of languages whose `O` is east (Ost, oost), and of those where it is west (ouest, oeste, ovest). */
const EAST = words(
	"breitengrad langengrad laengengrad breite lange laenge breedtegraad lengtegraad breedte lengte bezeichnung kennung umkreis straal naam koordinate koordinaten geokoordinaten coordinaten strasse straat plz",
);
const WEST = words(
	"latitud longitud latitudine longitudine nom nombre nome identifiant identificador identificativo rayon radio raggio raio coordonnees coordenadas ville direccion ciudad indirizzo citta endereco cidade",
);

function words(listed: string): ReadonlySet<string> {
	return new Set(listed.split(" ").map(foldText));
}

/** The words of a heading or a property's name, folded: `radiusKm` has two. */
export function wordsOf(heading: string): string[] {
	const apart = heading.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2");
	return foldText(apart).match(/\p{L}+|\d+/gu) ?? [];
}

/** What `O` stands for beside these headings; undefined where they do not say it. */
export function meaningOfO(headings: readonly string[]): "E" | "W" | undefined {
	const all = headings.flatMap(wordsOf);
	const [east, west] = [EAST, WEST].map((known) => all.some((word) => known.has(word)));
	return east === west ? undefined : east ? "E" : "W";
}
