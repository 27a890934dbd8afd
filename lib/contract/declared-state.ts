import { z } from "zod";
import { createRuleBody, editRuleBody } from "./activation-rule";
import { createFreezeBody } from "./activation-window";
import { emailAddress } from "./email-address";
import { editInventorySourceBody, inventoryImportMode } from "./inventory";
import { createKeyBody } from "./key";
import { createOrganizationBody, editOrganizationBody } from "./organization";
import { createPersonBody, editPersonBody } from "./person";
import { editPlaceCategoryBody } from "./place";
import { isScheduled, SCHEDULE_PROBLEM, setPullFields } from "./pull";
import { createAgentKeyBody, editTargetBody } from "./target";
import { createWebhookBody, editWebhookBody } from "./webhook";
import { described } from "./written-as";

/** The version of declared states that this service reads and writes. */
export const STATE_VERSION = 1;

const { slug, name } = createOrganizationBody.shape;
const slugOf = (what: string) => slug.describe(`Slug of ${what}.`);

/** A secret, or where the command that applies a state finds it. */
const secretOr = (value: z.ZodString, what: string) =>
	z
		.union([
			value,
			z.strictObject({
				env: z
					.string()
					.max(200)
					.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of a variable of the environment")
					.describe("Name of a variable of the environment in which the command runs."),
			}),
		])
		.describe(`${what} An export has \`env\` here; the service keeps what it has where the variable is not set.`);

const organizationState = z.strictObject({
	...editOrganizationBody.shape,
	slug: slugOf("the organization"),
	name,
});

const keyState = z.strictObject({
	label: createKeyBody.shape.label,
	scopes: createKeyBody.shape.scopes.unwrap().describe("Scopes of the key."),
	allowed_addresses: createKeyBody.shape.allowed_addresses
		.unwrap()
		.optional()
		.describe("IP addresses and CIDR blocks that may use it; none: all."),
	expires_at: createKeyBody.shape.expires_at.unwrap().optional().describe("Time of expiry; null: never."),
});

const personState = z.strictObject({
	email: emailAddress.describe("E-mail to sign in with."),
	organization: slugOf("the person's organization"),
	first_name: editPersonBody.shape.first_name,
	last_name: editPersonBody.shape.last_name,
	role: editPersonBody.shape.role.describe(createPersonBody.shape.role.description ?? ""),
	keys: z
		.array(keyState)
		.max(1_000)
		.optional()
		.describe("API keys that act for the person, by label. A key with other rights is another key."),
});

const targetState = z.strictObject({
	...editTargetBody.shape,
	slug: slugOf("the target"),
	name,
	organization: slugOf("its organization; it cannot be changed"),
	freezes: z
		.array(
			z.strictObject({
				starts_at: createFreezeBody.shape.starts_at.unwrap().describe("Its first instant."),
				ends_at: createFreezeBody.shape.ends_at,
				reason: createFreezeBody.shape.reason,
			}),
		)
		.max(100)
		.optional()
		.describe("Times without activations; those that have ended are left out."),
	rules: z
		.array(
			z.strictObject({
				name: createRuleBody.shape.name,
				mode: editRuleBody.shape.mode,
				conditions: createRuleBody.shape.conditions.optional(),
			}),
		)
		.max(100)
		.optional()
		.describe("Activation rules. A rule acts with the rights of the caller who applies it."),
	agent_keys: z.array(createAgentKeyBody).max(1_000).optional().describe("Keys of its agents, by label."),
});

const placeCategoryState = z.strictObject({
	...editPlaceCategoryBody.shape,
	name: editPlaceCategoryBody.shape.name.unwrap().meta(described("Display name.", "Schools")),
});

const header = setPullFields.header.unwrap().unwrap().shape;
const s3Keys = setPullFields.s3_keys.unwrap().unwrap().shape;
const pullState = z
	.strictObject({
		...setPullFields,
		mode: inventoryImportMode.default("replace"),
		url: secretOr(setPullFields.url, "The address; a query may be a signature."),
		header: z
			.strictObject({
				field: header.field,
				value: secretOr(header.value, "Its value."),
			})
			.nullable()
			.optional()
			.describe("Sent with https; null: none."),
		s3_keys: z
			.strictObject({
				access_key_id: s3Keys.access_key_id,
				secret_access_key: secretOr(s3Keys.secret_access_key, "Its secret."),
			})
			.nullable()
			.optional()
			.describe("Keys for S3; null: those of the service's environment."),
	})
	.refine(isScheduled, SCHEDULE_PROBLEM);

const inventorySourceState = z.strictObject({
	...editInventorySourceBody.shape,
	slug: slugOf("the inventory source"),
	name,
	pull: pullState
		.nullable()
		.optional()
		.meta(described("From where and when its data are pulled; null: they are not.", null)),
});

const webhookState = z.strictObject({
	description: createWebhookBody.shape.description.describe("Purpose, by which it is known in its organization."),
	organization: slug
		.nullable()
		.default(null)
		.describe("Slug of the organization that it tells of; null: the whole service."),
	url: secretOr(z.string().min(1).max(2_000), "Address that takes the messages; its path may be a credential."),
	format: editWebhookBody.shape.format,
	events: editWebhookBody.shape.events,
	targets: z.array(slug).max(100).optional().describe("Slugs: only events of these targets; none: of all."),
	owner_organizations: editWebhookBody.shape.owner_organizations,
	enabled: editWebhookBody.shape.enabled,
});

const listOf = <Item extends z.ZodType>(item: Item, what: string) =>
	z.array(item).max(10_000).optional().describe(what);

/**
 * What an operator sets up in a service, without its data and without secrets (docs/contract.md,
 * Declared state). Names are identity. Fields and lists that are absent stay as they are; a list
 * that is given is the whole of it.
 */
export const declaredState = z
	.strictObject({
		version: z
			.literal(STATE_VERSION, {
				error: ({ input }) =>
					input === undefined
						? undefined
						: `must be ${STATE_VERSION}, the version of states that this service reads${
								typeof input === "number" ? `, and is ${input}: use a service of that version` : ""
							}`,
			})
			.meta(described("Version of the form of declared states.", STATE_VERSION)),
		organizations: listOf(organizationState, "Organizations; none is ever deleted."),
		people: listOf(
			personState,
			"People who are let in: new ones are invited. Those whom the token API made are left out.",
		),
		targets: listOf(targetState, "Deployment targets; none is ever deleted."),
		place_categories: listOf(placeCategoryState, "Categories of the operator's places, without the places."),
		inventory_sources: listOf(inventorySourceState, "Inventory sources, without data; none is ever deleted."),
		webhooks: listOf(webhookState, "Webhooks. Their secrets are made by the service, and shown once."),
	})
	.meta({ id: "DeclaredState", description: "What operators set up in a service, without data and secrets." });
export type DeclaredState = z.infer<typeof declaredState>;

/** The same as the service answers it: nothing is absent. */
export const exportedState = z.strictObject(declaredState.shape).meta({
	id: "ExportedState",
	description: "What operators have set up in a service, without data and secrets.",
});
