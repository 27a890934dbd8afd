import type { ExampleCall } from "./example-call";

/** The path of a call with its values in it. */
export const calledPath = ({ path, pathValues }: ExampleCall): string =>
	path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathValues[name] ?? ""));
