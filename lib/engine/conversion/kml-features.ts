import { GEOFENCE_LIMITS } from "@/lib/rules/geofences/geofence";
import type { Attributes, XmlHandler } from "./xml-reader";

type Position = (number | null)[] | string;
type Geometry = { type: string; coordinates?: unknown; geometries?: Geometry[]; reason?: string };

/** A placemark, or an element in its place, while it is read. */
interface Placemark {
	readonly id: string | undefined;
	name: string | undefined;
	description: string | undefined;
	readonly data: [name: string, value: string][];
	readonly shapes: Geometry[];
	/** Characters of its texts so far. */
	length: number;
}

const LINES = ["LineString", "LinearRing", "Track"];
const SHAPES = ["Point", "Polygon", "Model", ...LINES];
/** Elements whose text counts, with the parents in which it does; none for any. */
const TEXTS = new Map<string, readonly string[]>([
	["name", ["Placemark", "NetworkLink", "GroundOverlay"]],
	["description", ["Placemark"]],
	["value", ["Data"]],
	["SimpleData", []],
	["coordinates", []],
	["coord", []],
	["href", ["Link", "Url"]],
]);
/** Links and images are no placemarks, and are not passed over without a word. */
const OTHERS = new Map([
	["NetworkLink", "the link leads to another file, which is not read: import that file"],
	["GroundOverlay", "a GroundOverlay is an image, and covers nothing"],
]);
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/**
 * Makes a Feature of each placemark of KML, in the order of the file. It has the extended data,
 * simple or by a schema, and the shapes as written, which the reader of imports judges. A placemark
 * without a shape becomes a Feature too, so that it is counted.
 */
export class KmlFeatures implements XmlHandler {
	readonly #write: (feature: object) => void;
	readonly #isBeside: (link: string) => boolean;
	#open: Placemark | undefined;
	/** The element that the placemark stands for. */
	#element = "";
	#dataName: string | undefined;
	#texts: string[] | undefined;
	#link: string | undefined;
	#shape: string | undefined;
	#positions: Position[] = [];
	#rings: { outer: Position[][]; inner: Position[][] } | undefined;
	#isInner = false;

	/** @param isBeside whether a link names a file that is read anyway */
	constructor(write: (feature: object) => void, isBeside: (link: string) => boolean) {
		this.#write = write;
		this.#isBeside = isBeside;
	}

	open(name: string, attributes: Attributes, parent: string | undefined): void {
		if (this.#open === undefined) {
			if (name !== "Placemark" && !OTHERS.has(name)) return;
			const id = attributes.id;
			this.#open = { id, name: undefined, description: undefined, data: [], shapes: [], length: 0 };
			[this.#element, this.#link] = [name, undefined];
		} else if (name === "Data" || name === "SimpleData") this.#dataName = attributes.name;
		else if (SHAPES.includes(name)) this.#openShape(name);
		else if (name === "outerBoundaryIs" || name === "innerBoundaryIs") this.#isInner = name === "innerBoundaryIs";
		const parents = TEXTS.get(name);
		if (parents?.length === 0 || parents?.includes(parent ?? "") === true) this.#texts = [];
	}

	text(text: string): void {
		if (this.#texts === undefined || this.#open === undefined) return;
		this.#open.length += text.length;
		// A larger row is refused unread: this much of it is enough to be one.
		if (this.#open.length <= GEOFENCE_LIMITS.featureBytes) this.#texts.push(text);
	}

	close(name: string, parent: string | undefined): void {
		const open = this.#open;
		if (open === undefined) return;
		if (this.#texts !== undefined && TEXTS.has(name)) {
			const text = this.#texts.join("");
			this.#texts = undefined;
			this.#take(open, name, parent, text);
		} else if (name === this.#shape || (name === "LinearRing" && this.#rings !== undefined))
			this.#closeShape(open, name);
		else if (name === this.#element) {
			this.#open = undefined;
			if (name !== "NetworkLink" || !this.#isBeside(this.#link ?? "")) this.#write(this.#featureOf(open));
		}
	}

	#take(open: Placemark, name: string, parent: string | undefined, text: string): void {
		if (name === "name" && parent === this.#element) open.name ??= text;
		else if (name === "description") open.description ??= text;
		else if (name === "value" || name === "SimpleData") {
			if (this.#dataName !== undefined) open.data.push([this.#dataName, text]);
		} else if (name === "href") this.#link ??= text.trim();
		else if (name === "coordinates") for (const each of tuplesOf(text)) this.#positions.push(each);
		else this.#positions.push(positionOf(text.trim().split(/\s+/)));
	}

	#openShape(name: string): void {
		if (name === "Polygon") [this.#rings, this.#isInner] = [{ outer: [], inner: [] }, false];
		if (this.#rings === undefined || name === "Polygon") this.#shape = name;
		this.#positions = [];
	}

	#closeShape(open: Placemark, name: string): void {
		const positions = this.#positions;
		this.#positions = [];
		if (this.#rings !== undefined && name === "LinearRing") {
			this.#rings[this.#isInner ? "inner" : "outer"].push(positions);
			return;
		}
		if (this.#rings !== undefined) {
			open.shapes.push({ type: "Polygon", coordinates: [...this.#rings.outer, ...this.#rings.inner] });
			this.#rings = undefined;
		} else if (name === "Point") {
			open.shapes.push({ type: name, coordinates: positions.length === 1 ? positions[0] : positions });
		} else if (LINES.includes(name)) open.shapes.push({ type: "LineString", coordinates: positions });
		else open.shapes.push(unread("the placemark is a Model, and covers nothing"));
		this.#shape = undefined;
	}

	#featureOf({ id, name, description, data, shapes, length }: Placemark): object {
		const properties: Record<string, string> = Object.create(null);
		if (id !== undefined) properties.id = id;
		if (description !== undefined && description.trim() !== "") properties.description = description;
		for (const [key, value] of data) properties[key] = value;
		if (name !== undefined && name.trim() !== "") {
			// The placemark's name counts; a field of that name is kept beside it.
			if (properties.name !== undefined && properties.name !== name) properties.Name = properties.name;
			properties.name = name;
		}
		const isLarge = length > GEOFENCE_LIMITS.featureBytes;
		const reason = isLarge ? "the placemark is larger than 16 MB" : OTHERS.get(this.#element);
		const geometry = reason === undefined ? geometryOf(shapes) : unread(reason);
		return { type: "Feature", properties: isLarge ? {} : properties, geometry };
	}
}

/** A geometry that the reader of imports refuses with this reason. */
const unread = (reason: string): Geometry => ({ type: "NotRead", reason });

/** Shapes of one kind are one shape of several parts; others are a collection. */
function geometryOf(shapes: readonly Geometry[]): Geometry | null {
	const [first, ...others] = shapes;
	if (first === undefined) return null;
	if (others.length === 0) return first;
	if (first.type !== "NotRead" && others.every(({ type }) => type === first.type)) {
		return { type: `Multi${first.type}`, coordinates: shapes.map(({ coordinates }) => coordinates) };
	}
	return { type: "GeometryCollection", geometries: [...shapes] };
}

/** Positions between blanks; those around a comma belong to it. */
const tuplesOf = (text: string): Position[] =>
	text
		.trim()
		.replace(/\s*,\s*/g, ",")
		.split(/\s+/)
		.filter((tuple) => tuple !== "")
		.map((tuple) => positionOf(tuple.replace(/,$/, "").split(",")));

/** Longitude and latitude; a text that is refused, where there are not two or three numbers. */
function positionOf(numbers: readonly string[]): Position {
	const isPosition = (numbers.length === 2 || numbers.length === 3) && numbers.every((each) => NUMBER.test(each));
	return isPosition ? numbers.slice(0, 2).map(Number) : numbers.join(",").slice(0, 40);
}
