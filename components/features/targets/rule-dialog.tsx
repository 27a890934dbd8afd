"use client";

import { useId, useState } from "react";
import { OrganizationsField } from "@/components/features/accounts/organizations-field";
import { Tick } from "@/components/kit/form/form-control";
import { FormDialog } from "@/components/kit/form/form-dialog";
import type { Problems } from "@/components/kit/form/form-field";
import { controlClass, Field, FieldGroup } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import { type ActivationRule, createRuleBody, type RuleConditions } from "@/lib/contract/activation-rule";
import type { TargetDetail } from "@/lib/contract/target";
import { WEEKDAYS } from "@/lib/rules/opening-hours";
import { isolate } from "@/lib/rules/text/isolate";
import { CONDITION_NAMES, newConditions, readConditions } from "./rule-fields";
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
	const change = useSend("PATCH /api/targets/[target_id]/rules/[rule_id]");
	const [initial] = useState(() => rule?.conditions ?? newConditions());
	const several = initial.hours !== null && initial.hours.length > 1 ? initial.hours : null;
	return (
		<FormDialog
			item={rule}
			title={rule === null ? "New rule" : `Change ${isolate(rule.name)}`}
			description={
				rule === null
					? `Activates requests on ${isolate(target.name)} automatically, under your name. It starts as a dry run: you see what it would do, and nothing is activated.`
					: "Other conditions begin with a dry run, under your name. A new name alone changes nothing else."
			}
			action={rule === null ? "Try it dry" : "Save"}
			wide
			fields={[
				{ name: "name", label: "Name", value: "Refreshes", input: { maxLength: 100 } },
				{
					kind: "own",
					names: CONDITION_NAMES,
					render: (problems) => (
						<>
							<FieldGroup legend="Activate a request when" error={problems.conditions}>
								{() => <RequestConditions initial={initial} target={target} problems={problems} />}
							</FieldGroup>
							<FieldGroup legend="and only" error={null}>
								{() => <TimeConditions initial={initial} several={several} problems={problems} />}
							</FieldGroup>
						</>
					),
				},
			]}
			body={({ name }, form) => ({ name, conditions: readConditions(form, several) })}
			schema={createRuleBody}
			saving={rule === null ? create : change}
			send={(body, then) => create.mutate({ target_id: target.id, body }, then)}
			// Conditions that stay are not sent, as other ones begin with a dry run.
			edit={(body, then, { id, revision }) =>
				change.mutate({ target_id: target.id, rule_id: id, revision, body }, then)
			}
			done={({ name, mode }: ActivationRule) => {
				const saved = `${isolate(name)} ${SAVED[mode]}`;
				return mode === "active" ? saved : [saved, "It activates nothing until you turn it on."];
			}}
			onClose={onClose}
		/>
	);
}

interface ConditionsProps {
	initial: RuleConditions;
	problems: Problems;
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
