import { createRuleBody, editRuleBody } from "@/lib/contract/activation-rule";
import { createFreezeBody } from "@/lib/contract/activation-window";
import { createAgentKeyBody, createTargetBody, editTargetBody } from "@/lib/contract/target";
import { createRule } from "@/lib/domain/deployments/activation-rules/create-rule";
import { deleteRule } from "@/lib/domain/deployments/activation-rules/delete-rule";
import { editRule } from "@/lib/domain/deployments/activation-rules/edit-rule";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { createFreeze } from "@/lib/domain/targets/create-freeze";
import { createTarget } from "@/lib/domain/targets/create-target";
import { deleteFreeze } from "@/lib/domain/targets/delete-freeze";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { revokeAgentKey } from "@/lib/domain/targets/revoke-agent-key";
import type { Appliers } from "./applier";
import { omit, pick } from "./fields";

const LISTS = ["freezes", "rules", "agent_keys"];

/** Targets with their windows, rules and keys. */
export const TARGETS: Appliers<"target" | "freeze" | "rule" | "agent_key"> = {
	target: {
		create: ({ service, principal, wanted }) =>
			createTarget(service, principal, createTargetBody.parse(omit(wanted, ...LISTS))),
		async change({ service, principal, id, changed }) {
			await editTarget(service, principal, id, editTargetBody.parse(changed));
			return undefined;
		},
	},
	freeze: {
		create: ({ service, principal, parentId, wanted }) =>
			createFreeze(service, principal, parentId, createFreezeBody.parse(wanted)),
		remove: ({ service, principal, parentId, id }) => deleteFreeze(service, principal, parentId, id),
	},
	rule: {
		async create({ service, principal, parentId, wanted }) {
			const body = createRuleBody.parse({ conditions: {}, ...pick(wanted, "name", "conditions") });
			const rule = await createRule(service, principal, parentId, body);
			const { mode } = editRuleBody.parse({ mode: rule.mode, ...pick(wanted, "mode") });
			if (mode !== rule.mode) await editRule(service, principal, parentId, rule.id, { mode });
			return rule;
		},
		/** The mode last: other conditions begin with a dry run. */
		async change({ service, principal, parentId, id, wanted, changed }) {
			const { conditions } = editRuleBody.parse({ name: wanted.name, ...pick(changed, "conditions") });
			if (conditions !== undefined) await editRule(service, principal, parentId, id, { conditions });
			const { mode } = editRuleBody.parse(pick(wanted, "name", "mode"));
			if (mode !== undefined) await editRule(service, principal, parentId, id, { mode });
			return undefined;
		},
		remove: ({ service, principal, parentId, id }) => deleteRule(service, principal, parentId, id),
	},
	agent_key: {
		async create({ service, principal, parentId, wanted }) {
			const { id, key } = await createAgentKey(service, principal, parentId, createAgentKeyBody.parse(wanted));
			return { id, issued: { what: "key", secret: key, mailed: false } };
		},
		remove: ({ service, principal, parentId, id }) => revokeAgentKey(service, principal, parentId, id),
	},
};
