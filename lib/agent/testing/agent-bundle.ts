import { pathToFileURL } from "node:url";

interface Bundler {
	ensureBundle(name: string): Promise<string>;
}

let bundle: Promise<URL> | null = null;

/**
 * The agent's bundle, made of the sources as they are now. A test runs the sources themselves, but a thread of Node.js can load only
 * what is bundled.
 */
export function agentBundle(): Promise<URL> {
	bundle ??= makeBundle();
	return bundle;
}

async function makeBundle(): Promise<URL> {
	const bundler = new URL("../../tools/cli/building/bundle.mjs", import.meta.url).href;
	const { ensureBundle } = (await import(/* @vite-ignore */ bundler)) as Bundler;
	return pathToFileURL(await ensureBundle("agent"));
}
