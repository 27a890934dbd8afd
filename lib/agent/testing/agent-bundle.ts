import { pathToFileURL } from "node:url";

interface Bundler {
	ensureBundle(name: string): Promise<string>;
}

let bundle: Promise<URL> | null = null;

/** Bundles the current sources: tests run the sources, but a thread can load a bundle only. */
export function agentBundle(): Promise<URL> {
	bundle ??= makeBundle();
	return bundle;
}

async function makeBundle(): Promise<URL> {
	const bundler = new URL("../../tools/cli/building/bundle.mjs", import.meta.url).href;
	const { ensureBundle } = (await import(/* @vite-ignore */ bundler)) as Bundler;
	return pathToFileURL(await ensureBundle("agent"));
}
