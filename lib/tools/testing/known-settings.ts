import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Settings of docs/operations/configure.md. */
export const documentedSettings: ReadonlySet<string> = new Set(
	[...read("docs/operations/configure.md").matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap(([, names = ""]) =>
		[...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = ""]) => name),
	),
);

/** Settings that a file may have. */
export const secretSettings: readonly string[] = [
	...(/const SECRETS = \[([^\]]+)\]/.exec(read("lib/platform/env.ts"))?.[1] ?? "").matchAll(/"(\w+)"/g),
].map(([, name = ""]) => name);

/** All settings of service, workers and agents. */
export const knownSettings: ReadonlySet<string> = new Set([
	...documentedSettings,
	...[...read("lib/agent/options.ts").matchAll(/\bAGENT_[A-Z_]+\b/g)].map(([name]) => name),
	...secretSettings.flatMap((name) => [name, `${name}_FILE`]),
	"NODE_ENV",
]);
