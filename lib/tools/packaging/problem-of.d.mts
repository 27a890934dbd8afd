interface Artifact {
	readonly platform: string;
	readonly arch: string;
	readonly node: string;
	readonly basePath: string;
}
interface Machine {
	readonly platform: string;
	readonly arch: string;
	readonly version: string;
	readonly basePath: string;
}
/** Says why an artifact cannot run here, or null. */
export function problemOf(artifact: Artifact, part: string, here?: Machine): string | null;
