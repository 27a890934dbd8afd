import { describe, expect, test } from "vitest";
import { readCoordinate, readPosition } from "./read-position";
import { accepted, circle, parseAll, refusals } from "./testing";

const BERLIN = { latitude: 52.52, longitude: 13.405 };

describe("positions in any notation", () => {
	test.each([
		["52.52, 13.405"],
		["52.52,13.405"],
		["52.52 13.405"],
		["52,52; 13,405"],
		["52,52 13,405"],
		["52,52, 13,405"],
		["52,52,13,405"],
		["(52.52 / 13.405)"],
		["52.52° N, 13.405° E"],
		["N52.52 E13.405"],
		["52.52N13.405E"],
		["13.405° E 52.52° N"],
		["52° 31' 12\" N 13° 24' 18\" E"],
		["52°31′12″N 13°24′18″E"],
		["52º31’12’’N, 13º24’18’’E"],
		["52°31,2' N; 13°24,3' E"],
		["N 52 31.2 E 13 24.3"],
		["52 31 12 13 24 18"],
		["52:31:12 N 13:24:18 E"],
		["北緯52度31分12秒 東経13度24分18秒"],
		["52,52° n. Br. 13,405° ö. L."],
		["52.52 Nord, 13.405 Ost"],
		["lat: 52.52, lng: 13.405"],
		["POINT (13.405 52.52)"],
		["geo:52.52,13.405?z=15"],
		["https://www.google.com/maps/place/X/@52.1,13.1,17z/data=!3m1!4b1!4m5!3m4!1s0x0!8m2!3d52.52!4d13.405"],
		["https://www.google.com/maps/@52.52,13.405,17z"],
		["https://maps.google.com/?q=52.52%2C13.405"],
		["https://www.google.com/maps/search/?api=1&query=52.52,13.405"],
		["https://maps.apple.com/?ll=52.52,13.405&q=Shop"],
		["https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=17/52.1/13.1"],
		["https://www.openstreetmap.org/#map=17/52.52/13.405"],
		["https://www.bing.com/maps?cp=52.52~13.405&lvl=16"],
	])("%s", (text) => {
		const read = readPosition(text);
		if ("refused" in read) throw new Error(read.refused);
		expect(read.latitude).toBeCloseTo(BERLIN.latitude, 9);
		expect(read.longitude).toBeCloseTo(BERLIN.longitude, 9);
	});

	test.each([
		["", "the position is empty"],
		["Alexanderplatz 1", "is not a position"],
		["52 31 13", "is not a position"],
		["52.52 N, 13.405 N", "is not a position"],
		["52.52 N, 13.405 O", "may be east (Ost) or west (ouest)"],
		["https://maps.app.goo.gl/abc", "short one"],
		["https://example.com/shop", "holds no position"],
		["1".repeat(2_000), "is not a position"],
	])("%s is refused", (text, reason) => {
		expect(readPosition(text)).toEqual({ refused: expect.stringContaining(reason) });
	});

	test("O is what the language of the file says", () => {
		expect(readPosition("33° S 71° O", "W")).toEqual({ latitude: -33, longitude: -71 });
		expect(readPosition("52° N 13° O", "E")).toEqual({ latitude: 52, longitude: 13 });
	});

	test.each([
		["70.5 W", "longitude", -70.5],
		["33° 30' S", "latitude", -33.5],
		["-33° 30'", "latitude", -33.5],
		["52,5°", "latitude", 52.5],
	] as const)("%s is a %s", (text, axis, degrees) => {
		expect(readCoordinate(text, axis, { commas: false })).toBe(degrees);
	});

	test.each([
		["13 E", '"13 E" is not a latitude'],
		["52,5", '"52,5" is not a latitude'],
		["-52 N", 'latitude "-52 N" has a direction and a minus sign'],
		["52° 60'", 'latitude "52° 60\'" has 60 minutes or seconds, or more'],
		["52.5° 30'", 'latitude "52.5° 30\'" has decimals before its minutes'],
	])("%s is no latitude", (text, refused) => {
		expect(readCoordinate(text, "latitude", { commas: false })).toEqual({ refused });
	});
});

describe("headings in other languages", () => {
	const shop = { ...circle(1.5, 2.5, { radius: 300, name: "A" }), id: "7" };
	test.each([
		["German", "Kennung;Bezeichnung;Breitengrad;Längengrad;Umkreis (m)\n7;A;2,5;1,5;300\n"],
		["German, short", "ID;Name;Breite;Länge;Radius\n7;A;2,5;1,5;300\n"],
		["German, decomposed", "ID;Name;geogr. Breite;geogr. La\u0308nge;Radius\n7;A;2,5;1,5;300\n"],
		["French", "identifiant;nom;latitude;longitude;rayon\n7;A;2,5;1,5;300\n"],
		["Spanish", "identificador\tnombre\tlatitud\tlongitud\tradio (km)\n7\tA\t2,5\t1,5\t0,3\n"],
		["Italian", "identificativo,nome,latitudine,longitudine,raggio_m\n7,A,2.5,1.5,300\n"],
		["Portuguese", "identificador;nome;latitude;longitude;raio\n7;A;2,5;1,5;300\n"],
		["Dutch", "identificatie;naam;breedtegraad;lengtegraad;straal\n7;A;2,5;1,5;300\n"],
		["Japanese", "識別子,店舗名,緯度,経度,半径(m)\n7,A,2.5,1.5,300\n"],
		["one column", 'id;name;GPS-Koordinaten;radius\n7;A;"2,5 1,5";300\n'],
		["a pair", 'id,name,"Lat, Lng",radius\n7,A,"2.5, 1.5",300\n'],
		["links", "id,name,Google Maps Link,radius\n7,A,https://www.google.com/maps/@2.5;1.5,300\n".replace(";", "%2C")],
		["directions of a language", "ID;Bezeichnung;Breite;Länge;Umkreis\n7;A;2°30' N;1°30' O;300\n"],
	])("%s", async (_language, body) => {
		expect(accepted(await parseAll(body, "text/csv"))).toMatchObject([shop]);
	});

	test("a word that has other meanings is a radius where it holds one", async () => {
		const rows = await parseAll("nom;latitude;longitude;rayon\nA;2;1;Boulangerie\nB;4;3;50\n", "text/csv");
		expect(accepted(rows)).toEqual([
			circle(1, 2, { name: "A", radius: 100, rayon: "Boulangerie" }),
			circle(3, 4, { name: "B", radius: 50, rayon: "50" }),
		]);
	});

	test("sizes do not stand in the way of coordinates, and a shape in a column of positions is one", async () => {
		const sizes = await parseAll("name,Länge,Breite,lat,lon\nA,120,80,2,1\n", "text/csv");
		expect(accepted(sizes)).toEqual([circle(1, 2, { name: "A", radius: 100, Länge: "120", Breite: "80" })]);
		const shapes = await parseAll('coordinates\n"POLYGON((0 0,1 0,1 1,0 0))"\nnowhere\n', "text/csv");
		expect(accepted(shapes)).toMatchObject([{ geometry: { type: "Polygon" } }]);
		expect(refusals(shapes)).toEqual(['3: "nowhere" is not a position.']);
	});
});
