/** What a container runtime reads of an image. */
export interface ImageSettings {
	readonly user: string;
	readonly workingDirectory: string;
	readonly environment: readonly string[];
	readonly ports: readonly string[];
	readonly volumes: readonly string[];
	readonly entrypoint: readonly string[];
	readonly command: readonly string[];
}

/**
 * Reads the settings of the last stage of a Dockerfile, so that an image made without Docker has
 * the same.
 */
export function imageSettings(dockerfile: string): ImageSettings {
	const stage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
	const word = (name: string) => new RegExp(`^${name} (.*)$`, "m").exec(stage)?.[1] ?? "";
	const words = (name: string) => word(name).split(" ").filter(Boolean);
	return {
		user: word("USER"),
		workingDirectory: word("WORKDIR"),
		environment: words("ENV"),
		ports: words("EXPOSE"),
		volumes: words("VOLUME"),
		entrypoint: JSON.parse(word("ENTRYPOINT")) as string[],
		command: JSON.parse(word("CMD")) as string[],
	};
}
