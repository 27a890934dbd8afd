"use client";

import { FolderPlus, Group as GroupIcon, Plus, Trash2 } from "lucide-react";
import { useId, useRef } from "react";
import { flushSync } from "react-dom";
import {
	type Group,
	groupFrom,
	groupOf,
	isGroup,
	type Path,
	pointerOf,
	underNot,
} from "@/components/features/designs/shared/expression-tree";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { controlClass } from "@/components/kit/ui/field";
import type { AudienceCondition, AudienceExpression } from "@/lib/contract/audience";
import { isolate } from "@/lib/rules/text/isolate";
import { SegmentField } from "./segment-field";

export interface ExpressionPartProps {
	expression: AudienceExpression;
	path: Path;
	/**
	 * Replaces the part at a path; null removes it. `about`: typing in one field is one undo step.
	 */
	onChange: (path: Path, part: AudienceExpression | null, about?: string) => void;
	/** Estimated devices of each part in words, by JSON Pointer; null without an estimate. */
	reach: ReadonlyMap<string, string> | null;
	/** The sources whose segments are suggested. */
	sources: readonly string[];
	/** The accessible name of the part: `part 2.1`, or `the expression`. */
	name: string;
	root?: boolean;
	/** Whether a missing segment is marked as an error. */
	judged: boolean;
}

/** A part of an expression: a condition or a group, with `not` and its reach. */
export function ExpressionPart(props: ExpressionPartProps) {
	const { expression, path, onChange, reach, name } = props;
	const { core, negated, path: inner } = underNot(expression, path);
	const devices = reach?.get(pointerOf(path));
	const group = isGroup(core);
	const negate = () => onChange(path, negated ? core : { not: core });
	return (
		<li
			className={cx(
				"grid gap-2 rounded-md border p-2",
				negated ? "border-warn bg-warn-soft" : group ? "border-line-strong bg-sunken" : "border-line bg-surface",
			)}
		>
			<div className="flex flex-wrap items-end gap-2">
				<label className="flex min-h-8 items-center gap-1.5">
					<input
						type="checkbox"
						aria-label={`Not: ${name}`}
						checked={negated}
						onChange={negate}
						className="size-4 accent-accent"
					/>
					<span className={negated ? "font-medium text-warn" : "text-muted"}>not</span>
				</label>
				{group ? (
					<GroupKind core={core} name={name} onKind={(next) => onChange(inner, next)} />
				) : "segment" in core ? (
					<Condition {...props} condition={core} path={inner} />
				) : null}
				<div className="ms-auto flex items-center gap-1">
					<span className="pe-1 text-small whitespace-nowrap" data-reach={pointerOf(path)}>
						{devices !== undefined ? devices : reach === null ? null : <span className="text-muted">reach …</span>}
					</span>
					{group ? null : (
						<Button
							variant="quiet"
							className="px-2"
							aria-label={`Move ${name} into a group`}
							title="Move into a group"
							onClick={() => onChange(inner, { all: [core] })}
						>
							<GroupIcon aria-hidden className="size-4" />
						</Button>
					)}
					<Button variant="quiet" className="px-2" aria-label={`Remove ${name}`} onClick={() => onChange(path, null)}>
						<Trash2 aria-hidden className="size-4" />
					</Button>
				</div>
			</div>
			{group ? <GroupParts {...props} core={core} path={inner} /> : null}
		</li>
	);
}

type GroupExpression = Parameters<typeof groupOf>[0];

const KINDS: { value: Group; words: string }[] = [
	{ value: "all", words: "all of these" },
	{ value: "any", words: "any of these" },
];

interface GroupKindProps {
	core: GroupExpression;
	name: string;
	onKind: (group: AudienceExpression) => void;
}

function GroupKind({ core, name, onKind }: GroupKindProps) {
	const { kind, parts } = groupOf(core);
	return (
		<select
			aria-label={`Group: ${name}`}
			value={kind}
			onChange={(event) => onKind(groupFrom(event.target.value === "any" ? "any" : "all", parts))}
			className={controlClass("max-w-40 font-medium")}
		>
			{KINDS.map(({ value, words }) => (
				<option key={value} value={value}>
					{words}
				</option>
			))}
		</select>
	);
}

function GroupParts(props: ExpressionPartProps & { core: GroupExpression }) {
	const { core, path, onChange, name } = props;
	const { kind, parts } = groupOf(core);
	const list = useRef<HTMLUListElement>(null);
	// The segment of a new condition is typed next.
	const add = (part: AudienceExpression) => {
		flushSync(() => onChange(path, groupFrom(kind, [...parts, part])));
		list.current?.lastElementChild?.querySelector<HTMLElement>("input[role=combobox]")?.focus();
	};
	return (
		<div className="grid gap-2 ps-3 sm:ps-6">
			<ul ref={list} className="grid gap-2">
				{parts.map((part, place) => (
					<ExpressionPart
						// A part has no id but its position.
						key={`${kind}/${place.toString()}`}
						{...props}
						root={false}
						expression={part}
						path={[...path, kind, place]}
						name={props.root ? `part ${place + 1}` : `${isolate(name)}.${place + 1}`}
					/>
				))}
			</ul>
			<div className="flex flex-wrap gap-1">
				<Button variant="link" aria-label={`Add a condition to ${name}`} onClick={() => add({ segment: "" })}>
					<Plus aria-hidden className="size-4" />
					Condition
				</Button>
				<Button
					variant="link"
					aria-label={`Add a group to ${name}`}
					onClick={() => add({ [kind === "all" ? "any" : "all"]: [{ segment: "" }] } as AudienceExpression)}
				>
					<FolderPlus aria-hidden className="size-4" />
					Group
				</Button>
			</div>
		</div>
	);
}

const wholeNumber = (text: string): number | undefined => {
	const value = Number(text);
	return text.trim() === "" || !Number.isInteger(value) || value < 1 ? undefined : value;
};

function Condition({
	condition,
	path,
	onChange,
	sources,
	name,
	judged,
}: ExpressionPartProps & { condition: AudienceCondition }) {
	const id = useId();
	const { segment, min_visits, within_days } = condition;
	const set = (part: Partial<Record<keyof AudienceCondition, string | number | undefined>>, field: string) => {
		const next = { segment, min_visits, within_days, ...part };
		const given = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
		onChange(path, given as AudienceCondition, `${field}:${pointerOf(path)}`);
	};
	return (
		<>
			<label htmlFor={id} className="grid min-w-32 grow gap-0.5">
				<span className="text-muted text-small">Segment</span>
				<SegmentField
					id={id}
					aria-label={`Segment of ${name}`}
					sources={sources}
					value={segment}
					maxLength={200}
					aria-invalid={(judged && segment.trim() === "") || undefined}
					onChange={(next) => set({ segment: next }, "segment")}
					className={controlClass()}
				/>
			</label>
			<label className="grid w-28 gap-0.5">
				<span className="text-muted text-small">At least (visits)</span>
				<input
					aria-label={`At least (visits): ${name}`}
					type="number"
					min={1}
					max={1_000_000}
					placeholder="1"
					value={min_visits ?? ""}
					onChange={(event) => set({ min_visits: wholeNumber(event.target.value) }, "visits")}
					className={controlClass("px-2")}
				/>
			</label>
			<label className="grid w-28 gap-0.5">
				<span className="text-muted text-small">In the last (days)</span>
				<input
					aria-label={`In the last (days): ${name}`}
					type="number"
					min={1}
					max={36_500}
					placeholder="any time"
					value={within_days ?? ""}
					onChange={(event) => set({ within_days: wholeNumber(event.target.value) }, "days")}
					className={controlClass("px-2")}
				/>
			</label>
		</>
	);
}
