import { createInventorySourceBody, editInventorySourceBody, setInventoryPullBody } from "@/lib/contract/inventory";
import { createPlaceCategoryBody, editPlaceCategoryBody } from "@/lib/contract/place";
import { createWebhookBody, editWebhookBody } from "@/lib/contract/webhook";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { editInventorySource } from "@/lib/domain/inventory/edit-inventory-source";
import { deleteInventoryPull, setInventoryPull } from "@/lib/domain/inventory/set-inventory-pull";
import { createCategory } from "@/lib/domain/places/create-category";
import { deleteCategory } from "@/lib/domain/places/delete-category";
import { editCategory } from "@/lib/domain/places/edit-category";
import { createWebhook } from "@/lib/domain/webhooks/create-webhook";
import { deleteWebhook } from "@/lib/domain/webhooks/delete-webhook";
import { editWebhook } from "@/lib/domain/webhooks/edit-webhook";
import { InvalidArgumentError } from "@/lib/rules/errors";
import type { Act, Appliers } from "./applier";
import { type Fields, omit, Secret, valueAt } from "./fields";

/** Categories, sources with their pulls, and webhooks. */
export const RESOURCES: Appliers<"place_category" | "inventory_source" | "pull" | "webhook"> = {
	place_category: {
		create: ({ service, principal, wanted }) =>
			createCategory(service, principal, createPlaceCategoryBody.parse(wanted)),
		async change({ service, principal, id, changed }) {
			await editCategory(service, principal, id, editPlaceCategoryBody.parse(changed), {});
			return undefined;
		},
		remove: ({ service, principal, id }) => deleteCategory(service, principal, id, {}),
	},
	inventory_source: {
		create: ({ service, principal, wanted }) =>
			createInventorySource(service, principal, createInventorySourceBody.parse(omit(wanted, "pull"))),
		async change({ service, principal, wanted, changed }) {
			await editInventorySource(service, principal, String(wanted.slug), editInventorySourceBody.parse(changed));
			return undefined;
		},
	},
	pull: {
		async create(act) {
			await setPull(act);
			return { id: act.parentId };
		},
		async change(act) {
			await setPull(act);
			return undefined;
		},
		remove: ({ service, principal, entry }) => deleteInventoryPull(service, principal, sourceOf(entry)),
	},
	webhook: {
		async create({ service, principal, wanted, targetId }) {
			const body = createWebhookBody.parse(withTargets(wanted, targetId));
			const { id, secret } = await createWebhook(service, principal, body);
			return { id, issued: { what: "secret", secret, mailed: false } };
		},
		async change({ service, principal, id, changed, targetId }) {
			await editWebhook(service, principal, id, editWebhookBody.parse(withTargets(changed, targetId)));
			return undefined;
		},
		remove: ({ service, principal, id }) => deleteWebhook(service, principal, id),
	},
};

const sourceOf = ({ of }: { readonly of: string | null }): string => of ?? "";

/** Secrets that were not sent stay: the operation keeps them for the same host alone. */
async function setPull({ service, principal, entry, current, wanted }: Act): Promise<void> {
	for (const [field, name] of [
		["header.value", "header.field"],
		["s3_keys.secret_access_key", "s3_keys.access_key_id"],
	] as const) {
		const isKept = current !== null && !(valueAt(entry.fields, field) instanceof Secret);
		const given = valueAt(entry.fields, name);
		if (isKept && given !== undefined && given !== valueAt(current.fields, name)) {
			throw new InvalidArgumentError(`'${field}' must be given with another ${name.split(".")[1]}`, {
				parameter: field,
			});
		}
	}
	const kept = current?.fields.url;
	const url = wanted.url ?? (kept instanceof Secret ? kept.value : undefined);
	await setInventoryPull(service, principal, sourceOf(entry), setInventoryPullBody.parse({ ...wanted, url }));
}

function withTargets({ targets, ...fields }: Fields, targetId: (slug: string) => string): Fields {
	return { ...fields, ...(targets === undefined ? {} : { target_ids: (targets as string[]).map(targetId) }) };
}
