import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { ActivationRule, createRuleBody, editRuleBody } from "@/lib/contract/activation-rule";
import { request, requestItem, requestPage } from "./fetcher";
import { deploymentKeys, targetKeys } from "./query-keys";

const JSON_BODY = { "Content-Type": "application/json" };
/** Verdicts that a page shows. */
const SHOWN = 50;
/** A target has fewer. */
const MOST = 500;

const pathOf = ({ id, target_id }: Pick<ActivationRule, "id" | "target_id">) => `/api/targets/${target_id}/rules/${id}`;

/** The activation rules of a target, with what each did in the last 14 days. */
export const rulesQuery = (targetId: string) =>
	queryOptions({
		queryKey: targetKeys.rules(targetId),
		queryFn: ({ signal }) =>
			requestPage(`/api/targets/${targetId}/rules`, (schemas) => schemas.activationRule, {
				query: { limit: MOST },
				signal,
			}),
	});

/** What a rule says of the newest requests. */
export const verdictsQuery = (rule: Pick<ActivationRule, "id" | "target_id">) =>
	queryOptions({
		queryKey: targetKeys.verdicts(rule.target_id, rule.id),
		queryFn: ({ signal }) =>
			requestPage(`${pathOf(rule)}/verdicts`, (schemas) => schemas.ruleVerdict, { query: { limit: SHOWN }, signal }),
	});

function useForgetRules(): () => Promise<unknown> {
	const client = useQueryClient();
	return () =>
		Promise.all([
			client.invalidateQueries({ queryKey: targetKeys.all }),
			client.invalidateQueries({ queryKey: deploymentKeys.all }),
		]);
}

/** Creates a rule, which begins with a dry run; gives it. */
export function useCreateRule(targetId: string) {
	return useMutation({
		mutationFn: (body: z.input<typeof createRuleBody>) =>
			requestItem(`/api/targets/${targetId}/rules`, (schemas) => schemas.activationRule, {
				method: "POST",
				headers: JSON_BODY,
				body: JSON.stringify(body),
			}),
		onSuccess: useForgetRules(),
	});
}

/** Changes a rule, if its revision is still current. */
export function useEditRule() {
	return useMutation({
		mutationFn: ({ rule, body }: { rule: ActivationRule; body: z.input<typeof editRuleBody> }) =>
			requestItem(pathOf(rule), (schemas) => schemas.activationRule, {
				method: "PATCH",
				headers: { ...JSON_BODY, "If-Match": `"${rule.revision}"` },
				body: JSON.stringify(body),
			}),
		onSettled: useForgetRules(),
	});
}

/** Deletes a rule with what it said. */
export function useDeleteRule() {
	return useMutation({
		mutationFn: (rule: ActivationRule) => request(pathOf(rule), (schemas) => schemas.anything, { method: "DELETE" }),
		onSettled: useForgetRules(),
	});
}
