import { z } from "zod";

const persona = z.strictObject({
	email: z.email(),
	password: z.string().min(12),
	/** API key with the scopes `manage` and, where the role allows it, `administer`. */
	key: z.string().startsWith("tsk_"),
	/** API key of the persona's organization with the scopes `manage` and `tokens`, for both APIs. */
	server_key: z.string().startsWith("tsk_"),
	user_id: z.guid(),
	org_id: z.guid(),
	org_slug: z.string().min(1),
});

const target = z.strictObject({
	id: z.guid(),
	slug: z.string().min(1),
	name: z.string().min(1),
	type: z.string().min(1),
	org_slug: z.string().min(1),
});

/** The file of `npm run seed -- --out FILE` (docs/operations.md, Demo world): all credentials. */
export const demoWorld = z.strictObject({
	operator: persona,
	designer: persona,
	colleague: persona,
	outsider: persona,
	administrator: persona,
	other_administrator: persona,
	targets: z.array(target).length(3),
	agents: z.array(z.strictObject({ target_id: z.guid(), key: z.string().startsWith("tsa_") })).length(3),
});
export type DemoWorld = z.infer<typeof demoWorld>;
export type DemoPersona = z.infer<typeof persona>;
