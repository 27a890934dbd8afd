import { readdir, readFile } from "node:fs/promises";
import { lexer, type MarkedToken, walkTokens } from "marked";
import { projectPath } from "@/lib/platform/project-path";
import { service } from "@/lib/platform/service";
import { anchorsOf } from "./anchors-of";

/** Files by the task of their reader, as the manual lists them. */
const GROUPS: readonly (readonly [task: string, files: readonly string[]])[] = [
	["Try", ["docs/operations/try.md"]],
	["Install", ["docs/operations/install.md"]],
	["Configure", ["docs/operations/configure.md", "docs/operations/limits.md"]],
	["Keep safe", ["docs/operations/safety.md", "docs/operations/backup.md"]],
	["Upgrade and go back", ["docs/operations/upgrade.md", "CHANGELOG.md"]],
	["Watch", ["docs/operations/watch.md"]],
	["Woken at night", ["docs/operations/alerts.md"]],
	["Grow", ["docs/operations/grow.md", "docs/scale.md", "docs/benchmarks.md"]],
	["Agent", ["docs/operations/agents.md", "lib/agent/README.md"]],
	[
		"Integrate",
		[
			"docs/contract.md",
			...["conventions", "keys", "signing-in", "management-api", "designs", "imports", "sources", "places"].map(
				(name) => `docs/contract/${name}.md`,
			),
			...["deployments", "targets", "events", "privacy", "state"].map((name) => `docs/contract/${name}.md`),
			"docs/access.md",
		],
	],
	["Personal data", ["docs/operations/personal-data.md"]],
	[
		"Project",
		[
			...["docs/operations.md", "docs/architecture.md", "docs/glossary.md", "docs/tutorial.md"],
			...["lib/formats/README.md", "SECURITY.md"],
			...["asvs", "api-top-10", "cryptography", "mutations"].map((name) => `docs/security/${name}.md`),
			"docs/decisions/README.md",
		],
	],
];
/** Where other files of docs/ stand: those of the first folder that they are in. Decisions are listed by their own page alone. */
const OTHERS = [
	["docs/decisions/", null],
	["docs/contract/", "Integrate"],
	["docs/operations/", "Configure"],
	["docs/", "Project"],
] as const;

/** A page of the manual, which is a Markdown file of the project. */
export interface ManualPage {
	/** The file below the project's root. */
	readonly file: string;
	/** The path within the service. */
	readonly href: string;
	/** The file's first heading. */
	readonly title: string;
	/** The blocks below the first heading. */
	readonly tokens: readonly MarkedToken[];
	/** What addresses name headings by. */
	readonly anchors: ReadonlyMap<MarkedToken, string>;
	/** The second level of headings. */
	readonly headings: readonly { readonly href: string; readonly title: string }[];
	/** All blocks of code, in their order. */
	readonly examples: readonly MarkedToken[];
}

/** The pages of a task, in the order in which they are read. */
export interface ManualGroup {
	readonly task: string;
	readonly pages: readonly ManualPage[];
}

export interface Manual {
	readonly groups: readonly ManualGroup[];
	/** All pages by their files, those of decisions too, in the order of the groups. */
	readonly pages: ReadonlyMap<string, ManualPage>;
}

let manual: Promise<Manual> | undefined;

/** The manual, which is read once in a process. */
export function readManual(): Promise<Manual> {
	manual ??= readGroups().catch((error: unknown) => {
		manual = undefined;
		throw error;
	});
	return manual;
}

/** The page of a path within the service; undefined where there is none. */
export const manualPage = (manual: Manual, href: string): ManualPage | undefined =>
	[...manual.pages.values()].find((page) => page.href === href);

/** Whether the manual is read without an account. */
export const isManualPublic = (): boolean => service().settings.PUBLIC_HELP;

/** The path within the service of a file: `/help/operations/install` of docs/operations/install.md. */
export const manualHref = (file: string): string =>
	`/help/${file.replace(/^docs\//, "").replace(/(\/README)?\.md$/, "")}`;

async function readGroups(): Promise<Manual> {
	const listed = new Set(GROUPS.flatMap(([, files]) => files));
	const names = await readdir(projectPath("docs"), { recursive: true });
	const others = names.map((name) => `docs/${name.replaceAll("\\", "/")}`).filter((file) => file.endsWith(".md"));
	const unlisted = others.filter((file) => !listed.has(file)).sort();
	const taskOf = (file: string) => OTHERS.find(([folder]) => file.startsWith(folder))?.[1] ?? null;
	const pagesOf = (task: string | null) => Promise.all(unlisted.filter((file) => taskOf(file) === task).map(readPage));
	const groups = await Promise.all(
		GROUPS.map(async ([task, files]) => {
			return { task, pages: [...(await Promise.all(files.map(readPage))), ...(await pagesOf(task))] };
		}),
	);
	const all = [...groups.flatMap(({ pages }) => pages), ...(await pagesOf(null))];
	return { groups, pages: new Map(all.map((page) => [page.file, page])) };
}

async function readPage(file: string): Promise<ManualPage> {
	// Without extensions there are no tokens of other kinds.
	const all = lexer(await readFile(projectPath(file), "utf8")) as MarkedToken[];
	const [first, ...tokens] = all;
	if (first?.type !== "heading") throw new Error(`${file} must begin with a heading`);
	const [href, anchors] = [manualHref(file), anchorsOf(all)];
	const headings = tokens.flatMap((token) =>
		token.type === "heading" && token.depth === 2
			? [{ href: `${href}#${anchors.get(token)}`, title: token.text.replaceAll("`", "") }]
			: [],
	);
	const examples: MarkedToken[] = [];
	walkTokens([...tokens], (token) => {
		if (token.type === "code") examples.push(token as MarkedToken);
	});
	return { file, href, title: first.text, tokens, anchors, headings, examples };
}
