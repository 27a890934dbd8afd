import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

/**
 * Which rooms each room may import; `generated` is the Prisma client and the registry of routes.
 * `types of` a room vanish from what browsers load.
 */
const MATRIX: Readonly<Record<string, readonly string[]>> = {
	formats: [],
	tracing: [],
	rules: ["formats"],
	contract: ["rules"],
	agent: ["formats", "tracing"],
	lookup: ["formats"],
	platform: ["generated", "rules", "contract", "formats", "tracing"],
	engine: ["platform", "rules", "contract", "formats"],
	domain: ["generated", "engine", "platform", "rules", "contract", "formats", "tracing"],
	http: ["generated", "domain", "platform", "contract", "rules"],
	processes: ["generated", "http", "domain", "engine", "platform", "contract", "rules", "tracing"],
	browser: ["contract", "rules", "types of generated"],
	kit: ["browser", "contract", "rules"],
	features: ["kit", "browser", "contract", "rules"],
	shell: ["features", "kit", "browser", "contract", "rules"],
	app: ["generated", "shell", "features", "kit", "browser", "http", "domain", "contract"],
};
/** Within the domain a folder imports only folders of lower floors. */
const FLOORS = [
	["access", "retention"],
	["lists"],
	["audit", "views"],
	["accounts"],
	["pulls"],
	["targets", "inventory", "gazetteer"],
	["opt-outs", "basemap", "pois"],
	["designs"],
	["places"],
	["builds"],
	["deployments"],
	["outbox"],
	["inbox", "webhooks"],
	["mail"],
	["events"],
	["overview"],
	["erasure", "declared-state"],
];
/** Rooms whose code runs in browsers. */
const BROWSER_SAFE = ["rules", "contract", "browser", "kit", "features", "shell"];
/** Entries of the process, tools and tests stand outside: nothing imports them. */
const OUTSIDE = /\.generated\.ts$|\.test\.tsx?$|\/testing(\/|\.ts$)|^(lib\/(tools|generated)|verification)\/|\.d\.ts$/;

const IMPORT =
	/(?:^(?:import|export|\})[^"\n]*|import\((?:\s*\/\*.*?\*\/)?\s*|new URL\()"((?:@\/|\.\.?\/|node:)[^"]+)"/gm;
const known = new Set(
	["app", "clients", "components", "lib", "verification"].flatMap((root) =>
		readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => join(root, path)),
	),
);
const files = [...known].filter((path) => /\.tsx?$/.test(path) && !OUTSIDE.test(path));

interface Arrow {
	readonly from: string;
	readonly to: string;
	readonly typesOnly: boolean;
}
const arrowsFrom = (from: string): Arrow[] =>
	[...readFileSync(from, "utf8").matchAll(IMPORT)].flatMap(([statement, path = ""]) => {
		const typesOnly = statement.startsWith("import type ");
		if (path.startsWith("node:")) return [{ from, to: path, typesOnly }];
		const place = path.startsWith("@/") ? path.slice(2) : join(dirname(from), path);
		const to = [place, `${place}.ts`, `${place}.tsx`].find((name) => known.has(name));
		return to === undefined ? [] : [{ from, to, typesOnly }];
	});
const arrows = files.flatMap(arrowsFrom);

/**
 * The room of `lib/domain/builds/x.ts` is `domain`, its folder `builds`; files of the room itself
 * form a folder.
 */
const roomOf = (path: string) =>
	/^(?:app|clients(?!\/lookup\/)|verification)(?=\/)/.exec(path)?.[0] ?? path.split("/")[1] ?? "";
const folderOf = (path: string) => path.split("/").slice(0, 3).join("/");
const floorOf = (path: string) => FLOORS.findIndex((floor) => floor.includes(path.split("/")[2] ?? ""));

test("rooms import only the rooms that the matrix allows", () => {
	const wrong = arrows.filter(({ from, to, typesOnly }) => {
		const [room, other] = [roomOf(from), roomOf(to)];
		if (to.startsWith("node:")) return BROWSER_SAFE.includes(room);
		if (room === "domain" && other === "domain" && folderOf(from) !== folderOf(to)) return floorOf(from) <= floorOf(to);
		const may = MATRIX[room] ?? [];
		return room !== other && !may.includes(other) && !(typesOnly && may.includes(`types of ${other}`));
	});
	expect(arrows.length).toBeGreaterThan(3_000);
	expect(wrong).toEqual([]);
});

test("verification imports any room, and no room imports it, not even its tests", () => {
	const others = [...known].filter((path) => /\.(tsx?|mjs)$/.test(path) && roomOf(path) !== "verification");
	expect(others.flatMap(arrowsFrom).filter(({ to }) => roomOf(to) === "verification")).toEqual([]);
});

/** The folders side by side, at whatever depth, between which an import goes. */
function siblingsOf({ from, to }: Arrow): [string, string][] {
	const [one, other] = [dirname(from).split("/"), dirname(to).split("/")];
	const depth = one.findIndex((name, at) => name !== other[at]);
	if (depth < 0 || other[depth] === undefined) return [];
	return [[one.slice(0, depth + 1).join("/"), other.slice(0, depth + 1).join("/")]];
}

test("no folders import each other in a circle, at any depth", () => {
	const next = new Map<string, Set<string>>();
	for (const arrow of arrows) {
		if (arrow.to.startsWith("node:") || roomOf(arrow.from) === "app") continue;
		for (const [folder, other] of [[folderOf(arrow.from), folderOf(arrow.to)] as const, ...siblingsOf(arrow)]) {
			if (folder !== other) next.set(folder, (next.get(folder) ?? new Set()).add(other));
		}
	}
	const done = new Set<string>();
	const visit = (folder: string, path: readonly string[]): void => {
		expect(path, "a circle").not.toContain(folder);
		if (done.has(folder)) return;
		for (const other of next.get(folder) ?? []) visit(other, [...path, folder]);
		done.add(folder);
	};
	for (const folder of next.keys()) visit(folder, []);
});

const EXPORT =
	/^export (?:default )?(?:abstract |async )?(?:(function\*?|class|const|interface|type|enum) (\w+)|(?:type )?[{*])(.*)$/gm;
const inKebabCase = (name: string) =>
	name.replace(/([a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "$1-").toLowerCase();

test("a file whose only export is a function, class or component bears its name", () => {
	const wrong = files.filter((path) => {
		const [only, more] = [...readFileSync(path, "utf8").matchAll(EXPORT)];
		const [, kind = "", name = "", rest = ""] = only ?? [];
		const isCode =
			/function|class/.test(kind) || (kind === "const" && /^[^=]*=\s*(async\b|function\b|\(|<|\w+ =>)/.test(rest));
		const isBelowApp = path.startsWith("app/");
		return more === undefined && isCode && !isBelowApp && basename(path).split(".")[0] !== inKebabCase(name);
	});
	expect(wrong).toEqual([]);
});

test("no file has more than 300 lines", () => {
	expect(files.filter((path) => readFileSync(path, "utf8").split("\n").length > 301)).toEqual([]);
});

test("docs/architecture.md has the matrix", () => {
	const rows = Object.entries(MATRIX).map(([room, may]) => `| ${room} | ${may.join(", ") || "nothing"} |`);
	const floors = FLOORS.map((floor) => floor.join(", ")).join(" < ");
	const table = `| room | may import |\n|---|---|\n${rows.join("\n")}\n\nWithin domain: ${floors}.\n`;
	expect(readFileSync("docs/architecture.md", "utf8"), table).toContain(table);
});
