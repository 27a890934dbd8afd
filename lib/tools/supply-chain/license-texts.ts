import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProductionPackage } from "./production-packages";

const LICENSE_FILE = /^(licen[cs]e|copying|notice|ofl)\b.*/i;

/**
 * The licenses of all installed packages as they publish them, each text once, below the packages
 * that it is of.
 */
export function licenseTexts(root: string, packages: readonly ProductionPackage[]): string {
	const texts = new Map<string, string[]>();
	const without: string[] = [];
	for (const { name, version, path, license } of packages) {
		const label = `${name} ${version} (${license})`;
		const files = licenseFiles(join(root, path));
		if (files.length === 0) without.push(label);
		for (const text of files) texts.set(text, [...(texts.get(text) ?? []), label]);
	}
	const sections = [...texts].map(([text, labels]) => `${labels.join("\n")}\n\n${text}`);
	const rest = `These packages publish no file with their license:\n${without.join("\n")}`;
	return `${[...sections, rest].join(`\n\n${"=".repeat(80)}\n\n`)}\n`;
}

function licenseFiles(directory: string): string[] {
	return readdirSync(directory, { withFileTypes: true })
		.filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
		.map(({ name }) => readFileSync(join(directory, name), "utf8").trim());
}
