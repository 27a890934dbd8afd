import { defineCommand } from "../command";
import { forgetCredentials } from "../credentials";

export const logout = defineCommand({
	name: "logout",
	summary: "Forgets the key. It stays valid until it is revoked.",
	args: [],
	options: {},
	async run({ session }) {
		const hadKey = await forgetCredentials();
		session.out.result({ forgotten: hadKey }, () => (hadKey ? "The key is forgotten." : "No key was kept."));
	},
});
