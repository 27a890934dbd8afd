import { PERSONA_NAMES } from "./cast";
import type { SeedResult } from "./seed-demo-world";

/** What the seed prints: who may sign in and with what, in lines for people. */
export function summarise({ world }: SeedResult): string {
	const lines = ["The demo world is there. Passwords and keys are shown only now; another run gives new ones.", ""];
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
	lines.push("targets and agent keys");
	for (const [index, { slug, id, org_slug }] of world.targets.entries()) {
		lines.push(`  ${slug} (${org_slug})  ${id}`, `    ${world.agents[index]?.key ?? ""}`);
	}
	return lines.join("\n");
}
