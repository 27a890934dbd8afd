"use client";

import { type ReactNode, useId, useState } from "react";
import { toast } from "sonner";
import { OrganizationsField } from "@/components/features/accounts/organizations-field";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field, FieldGroup } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import type { ActivationRule, RuleConditions } from "@/lib/contract/activation-rule";
import type { TargetDetail } from "@/lib/contract/target";
import { WEEKDAYS } from "@/lib/rules/opening-hours";
import { isolate } from "@/lib/rules/text/isolate";
import { newConditions, type RuleProblems, readRule, ruleChanges } from "./rule-fields";
import { conditionWords, daysWords } from "./rule-words";

export interface RuleDialogProps {
	target: TargetDetail;
	/** Null for a new one. */
	rule: ActivationRule | null;
	onClose: () => void;
}

const SAVED = { off: "is saved, and off", dry_run: "is in a dry run", active: "is saved, and stays on" } as const;

/** A new rule, or the name and conditions of one, in the manner of a sentence. */
export function RuleDialog({ target, rule, onClose }: RuleDialogProps) {
	const create = useSend("POST /api/targets/[target_id]/rules");
	const edit = useSend("PATCH /api/targets/[target_id]/rules/[rule_id]");
	const [problems, setProblems] = useState<RuleProblems>({});
	const [initial] = useState(() => rule?.conditions ?? newConditions());
	const several = initial.hours !== null && initial.hours.length > 1 ? initial.hours : null;
	const submit = (fields: FormData) => {
		const read = readRule(fields, several);
		setProblems("problems" in read ? read.problems : {});
		if ("problems" in read) return;
		const onSuccess = ({ name, mode }: ActivationRule) => {
			const off = { description: "It activates nothing until you turn it on." };
			toast.success(`${isolate(name)} ${SAVED[mode]}`, mode === "active" ? {} : off);
			onClose();
		};
		if (rule === null) return create.mutate({ target_id: target.id, body: read.body }, { onSuccess });
		const changes = ruleChanges(rule, read.body);
		if (changes === null) onClose();
		else edit.mutate({ target_id: target.id, rule_id: rule.id, revision: rule.revision, body: changes }, { onSuccess });
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={rule === null ? "New rule" : `Change ${isolate(rule.name)}`}
			description={
				rule === null
					? `Activates requests on ${isolate(target.name)} automatically, under your name. It starts as a dry run: you see what it would do, and nothing is activated.`
					: "Other conditions begin with a dry run, under your name. A new name alone changes nothing else."
			}
			action={rule === null ? "Try it dry" : "Save"}
			pending={create.isPending || edit.isPending}
			error={create.error ?? edit.error}
			wide
			onSubmit={submit}
		>
			<Field label="Name" error={problems.name}>
				{(control) => (
					<input
						{...control}
						name="name"
						defaultValue={rule?.name ?? "Refreshes"}
						maxLength={100}
						className={controlClass()}
					/>
				)}
			</Field>
			<FieldGroup legend="Activate a request when" error={problems.conditions}>
				{() => <RequestConditions initial={initial} target={target} problems={problems} />}
			</FieldGroup>
			<FieldGroup legend="and only" error={null}>
				{() => <TimeConditions initial={initial} several={several} problems={problems} />}
			</FieldGroup>
		</ActionDialog>
	);
}

interface ConditionsProps {
	initial: RuleConditions;
	problems: RuleProblems;
}

function RequestConditions({ initial, problems, target }: ConditionsProps & { target: TargetDetail }) {
	const [byOrganization, setByOrganization] = useState(initial.organizations !== null);
	return (
		<>
			<Tick name="active_build" checked={initial.active_build}>
				a build of the same design is activated on the target
			</Tick>
			<Tick name="no_warnings" checked={initial.no_warnings}>
				nothing is warned of: it fits, agents are online, the build is the newest
			</Tick>
			<Tick name="same_targeting_codes" checked={initial.same_targeting_codes}>
				the targeting codes stay the same
			</Tick>
			<NumberTick
				name="change_within_percent"
				value={initial.change_within_percent}
				otherwise={20}
				before="size and number of items change by at most"
				after="%"
				problem={problems.change_within_percent}
			/>
			<Tick name="with_organizations" checked={byOrganization} onChange={setByOrganization}>
				it comes from one of these organizations
			</Tick>
			{byOrganization ? (
				<div className="ms-6">
					<Field label="Organizations" error={problems.organizations} hint="Add a slug with Enter or a comma.">
						{(control) => (
							<OrganizationsField
								{...control}
								name="organizations"
								initial={initial.organizations ?? []}
								known={target.accepted_organizations}
							/>
						)}
					</Field>
				</div>
			) : null}
		</>
	);
}

function TimeConditions({ initial, several, problems }: ConditionsProps & { several: RuleConditions["hours"] }) {
	const [within, setWithin] = useState(initial.hours !== null);
	return (
		<>
			<NumberTick
				name="daily_limit"
				value={initial.daily_limit}
				otherwise={50}
				before="as long as it has activated fewer than"
				after="that day"
				problem={problems.daily_limit}
			/>
			<Tick name="with_hours" checked={within} onChange={setWithin}>
				within these hours
			</Tick>
			{!within ? null : several === null ? (
				<Hours initial={initial.hours?.[0]} problem={problems.hours} />
			) : (
				<p className="ms-6 text-muted">
					{conditionWords({ ...initial, daily_limit: null }).at(-1)}: change them by the API.
				</p>
			)}
			<Field label="Time zone" error={problems.time_zone} hint="Of the day and the hours, such as Europe/Berlin.">
				{(control) => (
					<input
						{...control}
						name="time_zone"
						defaultValue={initial.time_zone}
						className={controlClass("sm:max-w-60")}
					/>
				)}
			</Field>
		</>
	);
}

function Hours({
	initial = { days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00" },
	problem,
}: {
	initial: NonNullable<RuleConditions["hours"]>[number] | undefined;
	problem: string | undefined;
}) {
	const time = (name: "from" | "to", label: string) => (
		<Field label={label}>
			{(control) => (
				<input {...control} name={name} defaultValue={initial[name]} maxLength={5} className={controlClass("w-20")} />
			)}
		</Field>
	);
	return (
		<div className="ms-6 flex flex-wrap items-end gap-x-4 gap-y-2">
			<FieldGroup legend="Days" error={problem ?? null}>
				{() => (
					<span className="flex flex-wrap gap-x-3 gap-y-1">
						{WEEKDAYS.map((day) => (
							<Tick key={day} name={day} checked={initial.days.includes(day)}>
								{daysWords([day])}
							</Tick>
						))}
					</span>
				)}
			</FieldGroup>
			{time("from", "From")}
			{time("to", "To")}
		</div>
	);
}

interface TickProps {
	name: string;
	checked: boolean;
	onChange?: (checked: boolean) => void;
	children: ReactNode;
}

function Tick({ name, checked, onChange, children }: TickProps) {
	return (
		<label className="flex min-h-6 items-start gap-2">
			<input
				type="checkbox"
				name={name}
				defaultChecked={checked}
				onChange={(event) => onChange?.(event.currentTarget.checked)}
				className="mt-0.5 size-4 shrink-0 accent-accent"
			/>
			<span>{children}</span>
		</label>
	);
}

interface NumberTickProps {
	name: string;
	/** Null where the condition is not chosen. */
	value: number | null;
	otherwise: number;
	before: string;
	after: string;
	problem: string | undefined;
}

/** A condition with a number within its words. */
function NumberTick({ name, value, otherwise, before, after, problem }: NumberTickProps) {
	const id = useId();
	return (
		<div className="flex flex-wrap items-center gap-2">
			<Tick name={`with_${name}`} checked={value !== null}>
				<span id={id}>{before}</span>
			</Tick>
			<input
				type="number"
				name={name}
				min={0}
				step="any"
				defaultValue={value ?? otherwise}
				aria-labelledby={id}
				aria-invalid={problem === undefined ? undefined : true}
				className={controlClass("max-w-20")}
			/>
			<span>{after}</span>
			{problem === undefined ? null : <span className="text-bad text-small">{problem}</span>}
		</div>
	);
}
