import { PERSONA_NAMES } from "./cast";
import type { Sample } from "./find-samples";
import type { SeedResult } from "./seed-demo-world";

/** The seed's output: credentials, and lookups to try on an agent. */
export function summarize({ world, samples }: SeedResult): string {
	const lines = ["The demo world is ready. Passwords and keys are shown only now; another run renews them.", ""];
	for (const name of PERSONA_NAMES) {
		const { email, password, key, server_key, org_slug } = world[name];
		lines.push(
			`${name.replaceAll("_", " ")} (${org_slug})`,
			`  sign in     ${email}   ${password}`,
			`  API key     ${key}`,
			`  server key  ${server_key}`,
			"",
		);
	}
	lines.push("targets with id and agent key");
	for (const [index, { slug, id, org_slug }] of world.targets.entries()) {
		lines.push(`  ${slug} (${org_slug})  ${id}`, `    ${world.agents[index]?.key ?? ""}`);
	}
	lines.push("", "lookups that match once the design is active on the agent's target", ...samples.map(sampleLine));
	return lines.join("\n");
}

function sampleLine({ design, codes, about }: Sample): string {
	const question =
		"deviceId" in about
			? `user-id=${about.deviceId}`
			: `latitude=${about.at[0]}&longitude=${about.at[1]}  (${about.landmark})`;
	return `  ${design}: ${question}  →  ${codes.join(", ")}`;
}
