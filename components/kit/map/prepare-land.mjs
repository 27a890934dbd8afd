/**
 * Makes public/maps/land.geojson, the land that the map of a design draws without a tile server:
 * Natural Earth's 1:110 million land (public domain, as packed by world-atlas), cut at the
 * antimeridian so that no polygon crosses it. Run once, where its packages are at hand: npm install
 * --no-save world-atlas@2.0.2 topojson-client@3.1.0 d3-geo@3.1.1 d3-geo-projection@4.0.0 node
 * components/kit/map/prepare-land.mjs public/maps/land.geojson
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoEquirectangular } from "d3-geo";
import { geoProject } from "d3-geo-projection";
import { feature } from "topojson-client";

const atlas = JSON.parse(readFileSync(createRequire(import.meta.url).resolve("world-atlas/land-110m.json"), "utf8"));
const plane = geoEquirectangular()
	.scale(180 / Math.PI)
	.translate([0, 0])
	.precision(0);
const cut = geoProject(feature(atlas, atlas.objects.land), plane);

/**
 * The plane's y grows downwards; three decimals are about a hundred meters, finer than the source.
 */
const upright = (node) =>
	typeof node[0] === "number" ? [Number(node[0].toFixed(3)), Number((-node[1]).toFixed(3))] : node.map(upright);

for (const { geometry } of cut.features) geometry.coordinates = upright(geometry.coordinates);
writeFileSync(process.argv[2] ?? "public/maps/land.geojson", JSON.stringify(cut));
