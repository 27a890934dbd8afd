import type { Choices } from "./values";

/** Texts that have broken programs before. */
export const TEXTS: readonly string[] = [
	"Berlin",
	"coffee shops",
	"a",
	"EU-west.1",
	"  blanks  ",
	"Zoë 北京 💡",
	"e\u0301\u200d\u202eabc\u202c",
	"👩‍👩‍👧‍👦".repeat(8),
	"İıſẞß",
	"' OR 1=1 --",
	"%_\\%",
	'<script>alert("x")</script>',
	"=1+1",
	"../../etc/passwd",
	"{{7*7}}",
	"a,b;c\td",
	"line one\nline two",
	"\u0085\u2028\ufeff",
	"null",
	"-1",
	"1e400",
	"0x7f",
	"true",
	"[]",
	"me",
	"https://hooks.example.com/a?b=c",
];

const near = (choices: Choices): [number, number] => [
	13 + Math.round(choices.random.next() * 1e4) / 1e4,
	52 + Math.round(choices.random.next() * 1e4) / 1e4,
];

/** A GeoJSON feature: mostly a proper one, now and then with a geometry that is none. */
export function featureOf(choices: Choices): unknown {
	const feature = (geometry: unknown, properties: unknown = { radius: 100 }) => ({
		type: "Feature",
		geometry,
		properties,
	});
	const ring = (): [number, number][] => {
		const [longitude, latitude] = near(choices);
		const far = [longitude + 0.01, latitude + 0.01] as const;
		return [
			[longitude, latitude],
			[far[0], latitude],
			[far[0], far[1]],
			[longitude, latitude],
		];
	};
	return choices.one([
		() => feature({ type: "Point", coordinates: near(choices) }),
		() => feature({ type: "Point", coordinates: near(choices) }, { radius: 50, name: choices.one(TEXTS) }),
		() => feature({ type: "Polygon", coordinates: [ring()] }, {}),
		() => feature({ type: "MultiPolygon", coordinates: [[ring()], [ring()]] }, null),
		() => feature({ type: "Point", coordinates: [179.9999, 89.9999] }, { radius: 10_000 }),
		() => feature({ type: "Polygon", coordinates: [ring().reverse(), []] }),
		() => feature({ type: "Polygon", coordinates: [[near(choices), near(choices)]] }),
		() => feature({ type: "Point", coordinates: [200, -100, 5] }, { radius: -1 }),
		() => feature({ type: "LineString", coordinates: [near(choices)] }),
		() => feature(null),
		() => feature({ type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [] }] }),
		() => choices.one([null, 1, "x", {}, []]),
	])();
}

const rows = (choices: Choices, row: () => string) =>
	Array.from({ length: choices.random.between(0, 4) }, () => row()).join("\n");

/** The body of an upload: what the operation takes, or what another one would. */
export function fileOf(choices: Choices, path: string, targetingFile: Buffer): Buffer {
	const visits = () =>
		`device_id,segment,seen_at\n${rows(choices, () => `${choices.uuid()},gym,2026-01-02T08:00:00Z`)}\n`;
	const features = () => rows(choices, () => JSON.stringify(featureOf(choices)));
	const collection = () =>
		JSON.stringify({ type: "FeatureCollection", features: [featureOf(choices), featureOf(choices)] });
	const places = () =>
		`name,latitude,longitude,radius\n${rows(choices, () => `Shop,${near(choices).reverse().join(",")},90`)}\n`;
	const kml = () =>
		`<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Point><coordinates>13,52</coordinates></Point></Placemark></kml>`;
	const devices = () => rows(choices, () => choices.uuid());
	const damaged = () => {
		const bytes = Buffer.from(targetingFile);
		const at = choices.random.between(0, bytes.length - 1);
		bytes[at] = (bytes[at] ?? 0) ^ (1 << choices.random.between(0, 7));
		return choices.chance(0.5) ? bytes : bytes.subarray(0, at);
	};
	const proper: readonly (() => string | Buffer)[] = path.includes("external-build")
		? [() => targetingFile, () => targetingFile, damaged]
		: path.includes("inventory")
			? [
					visits,
					visits,
					() => `${JSON.stringify({ device_id: choices.uuid(), segment: "gym", seen_at: "2026-01-02T08:00:00Z" })}\n`,
				]
			: /opt-outs|erasures/.test(path)
				? [devices]
				: [features, collection, places, kml];
	const others: readonly (() => string | Buffer)[] = [
		visits,
		features,
		collection,
		devices,
		damaged,
		() => "",
		() => choices.one(TEXTS),
		() => "\u0000\u0000",
	];
	const made = choices.one(choices.chance(0.75) ? proper : others)();
	return typeof made === "string" ? Buffer.from(made) : made;
}
