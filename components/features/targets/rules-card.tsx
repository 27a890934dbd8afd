"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { Notice } from "@/components/kit/ui/notice";
import { PersonName } from "@/components/kit/ui/person-name";
import { QueryCard } from "@/components/kit/ui/query-card";
import { EmptyState } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { read, useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { useQuery } from "@/lib/browser/use-query";
import type { ActivationRule, RuleMode } from "@/lib/contract/activation-rule";
import type { TargetDetail } from "@/lib/contract/target";
import { isolate } from "@/lib/rules/text/isolate";
import { DeleteRuleDialog } from "./delete-rule-dialog";
import { conditionWords, MODE_WORDS, missesWords, totalsWords, unknownWords } from "./rule-words";

const RuleDialog = lazyDialog(() => import("./rule-dialog").then((module) => module.RuleDialog));
const VerdictsDialog = lazyDialog(() => import("./verdicts-dialog").then((module) => module.VerdictsDialog));
const DIALOGS = [RuleDialog, VerdictsDialog] as const;

type OpenDialog = { edit: ActivationRule | null } | { remove: ActivationRule } | { look: ActivationRule };

/** The rules that activate requests on the target, with what each did or would have done. */
export function RulesCard({ target }: { target: TargetDetail }) {
	useAtHand(DIALOGS);
	const rules = useQuery(read("GET /api/targets/[target_id]/rules", { target_id: target.id, limit: MOST }));
	const [asked, setAsked] = useState<OpenDialog | null>(null);
	const close = () => setAsked(null);
	return (
		<>
			<QueryCard
				title="Rules"
				query={rules}
				what="The rules"
				aside={
					<Button variant="link" onClick={() => setAsked({ edit: null })}>
						New rule…
					</Button>
				}
			>
				{({ rows }) =>
					rows.length === 0 ? (
						<EmptyState inCard title="No rules yet">
							A rule activates safe requests, such as rebuilds of about the same size. It starts with a dry run.
						</EmptyState>
					) : (
						<ul aria-label="Rules" className="divide-y divide-line">
							{rows.map((rule) => (
								<Rule
									key={rule.id}
									rule={rule}
									onEdit={() => setAsked({ edit: rule })}
									onLook={() => setAsked({ look: rule })}
									onDelete={() => setAsked({ remove: rule })}
								/>
							))}
						</ul>
					)
				}
			</QueryCard>
			{asked !== null && "edit" in asked ? <RuleDialog target={target} rule={asked.edit} onClose={close} /> : null}
			{asked !== null && "look" in asked ? <VerdictsDialog rule={asked.look} onClose={close} /> : null}
			{asked !== null && "remove" in asked ? <DeleteRuleDialog rule={asked.remove} onClose={close} /> : null}
		</>
	);
}

/** A target has fewer rules. */
const MOST = 500;
const TONES = { off: "neutral", dry_run: "accent", active: "ok" } as const;

interface RuleProps {
	rule: ActivationRule;
	onEdit: () => void;
	onLook: () => void;
	onDelete: () => void;
}

function Rule({ rule, onEdit, onLook, onDelete }: RuleProps) {
	const edit = useSend("PATCH /api/targets/[target_id]/rules/[rule_id]");
	const turn = (mode: RuleMode, said: string) =>
		edit.mutate(
			{ target_id: rule.target_id, rule_id: rule.id, revision: rule.revision, body: { mode } },
			{
				onSuccess: () => toast.success(said),
				onError: (error) => toast.error(describeError(error)),
			},
		);
	const saving = edit.isPending ? "The rule is being saved." : null;
	const name = isolate(rule.name);
	const turnOn = () => turn("active", `${name} is on. It activates requests in your name.`);
	const misses = missesWords(rule.last_14_days);
	const unknown = unknownWords(rule);
	return (
		<li className="grid gap-1 px-3 py-2">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<span className="min-w-0 font-medium">
					<bdi>{rule.name}</bdi>
				</span>
				<Chip tone={TONES[rule.mode]}>{MODE_WORDS[rule.mode]}</Chip>
				<span className="ms-auto flex items-center gap-1">
					{rule.mode === "active" ? (
						<Button unavailable={saving} onClick={() => turn("off", `${name} is off.`)}>
							Turn off<span className="sr-only"> {name}</span>
						</Button>
					) : (
						<Button unavailable={saving} onClick={turnOn}>
							Turn on<span className="sr-only"> {name}</span>
						</Button>
					)}
					<ActionsMenu
						label={`More for ${name}`}
						variant="quiet"
						actions={[
							{ label: "Change…", onSelect: onEdit },
							...(rule.mode === "dry_run"
								? []
								: [{ label: "Try it dry", onSelect: () => turn("dry_run", `${name} is in a dry run.`) }]),
							...(rule.mode === "dry_run"
								? [{ label: "Turn off", onSelect: () => turn("off", `${name} is off.`) }]
								: []),
							{ label: "Delete…", onSelect: onDelete, danger: true },
						]}
					/>
				</span>
			</div>
			<p className="text-muted">
				Activates a request when {conditionWords(rule.conditions).join(", ")}.{" "}
				<PersonName
					id={rule.author_person.id}
					name={rule.author_person.name}
					email={rule.author}
					className="text-text"
				/>{" "}
				answers for it.
			</p>
			{rule.problem === null ? null : <Notice kind="warn">{rule.problem}</Notice>}
			<p>
				{totalsWords(rule)}{" "}
				{rule.last_14_days.requests === 0 ? null : (
					<Button variant="link" onClick={onLook}>
						See each<span className="sr-only"> of {name}</span>
					</Button>
				)}
			</p>
			{misses === null ? null : <p className="text-muted text-small">Missed: {misses}</p>}
			{unknown === null ? null : <p className="text-muted text-small">{unknown}</p>}
		</li>
	);
}
