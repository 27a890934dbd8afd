import { expect, test } from "vitest";
import { geofenceContentType } from "./geofences";

test.each([
	["shops.csv", "text/csv"],
	["SHOPS.CSV", "text/csv"],
	["shops.geojson", "application/geo+json"],
	["shops.v2.json", "application/geo+json"],
	["shops.ndjson", "application/x-ndjson"],
	["shops.xlsx", "application/octet-stream"],
	["shops.docx", null],
	["shops", null],
])("%s is sent as %s", (name, type) => {
	expect(geofenceContentType(name)).toBe(type);
});
