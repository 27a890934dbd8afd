"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field, FieldGroup } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import { DAY_WORDS, weeklyHoursWords } from "@/lib/contract/sentences/hours-words";
import type { TargetDetail } from "@/lib/contract/target";
import { WEEKDAYS, type Weekday } from "@/lib/rules/opening-hours";
import { isolate } from "@/lib/rules/text/isolate";
import { type HoursDraft, hoursProblem, NEW_HOURS, readHours } from "./hours-draft";

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sets the weekly hours in which a target allows activations. */
export function HoursDialog({ target, onClose }: { target: TargetDetail; onClose: () => void }) {
	// As it was when the dialog opened: saving replaces these hours alone.
	const [begun] = useState(target);
	const edit = useSend("PATCH /api/targets/[target_id]");
	const [zone, setZone] = useState(begun.activation_hours?.time_zone ?? browserZone());
	const [drafts, setDrafts] = useState<readonly HoursDraft[]>(() =>
		(begun.activation_hours?.hours ?? []).map((hours, key) => ({ ...hours, key, to: hours.to.replace("24:", "00:") })),
	);
	const [asked, setAsked] = useState(false);
	const change = (key: number, part: Partial<HoursDraft>) =>
		setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)));
	const questions = (
		<>
			{drafts.map((draft) => (
				<HoursFields
					key={draft.key}
					draft={draft}
					problem={asked ? hoursProblem(draft) : null}
					onChange={(part) => change(draft.key, part)}
					onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
				/>
			))}
			<Button
				className="justify-self-start"
				onClick={() => setDrafts([...drafts, { ...NEW_HOURS, key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1 }])}
			>
				<Plus aria-hidden className="size-4" />
				Add hours
			</Button>
			{drafts.length === 0 ? null : <ZoneField zone={zone} onChange={setZone} />}
		</>
	);
	return (
		<FormDialog
			title={`Activation hours of ${isolate(begun.name)}`}
			description="Outside of these hours an activation takes a reason, and scheduled ones wait. Without hours, activations are possible at any time."
			action="Save hours"
			wide
			fields={[{ kind: "own", render: () => questions }]}
			saving={edit}
			send={(_, then) => {
				setAsked(true);
				if (drafts.some((draft) => hoursProblem(draft) !== null)) return;
				edit.mutate(
					{ target_id: begun.id, revision: begun.revision, body: { activation_hours: readHours(drafts, zone) } },
					then,
				);
			}}
			done={({ name }: TargetDetail) => `Hours of ${isolate(name)} saved`}
			onClose={onClose}
		/>
	);
}

function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
	const zones = Intl.supportedValuesOf("timeZone");
	return (
		<Field label="Time zone" hint="Hours follow this zone's clock, including daylight saving time.">
			{(control) => (
				<select {...control} value={zone} onChange={({ target }) => onChange(target.value)} className={controlClass()}>
					{(zones.includes(zone) ? zones : [zone, ...zones]).map((one) => (
						<option key={one}>{one}</option>
					))}
				</select>
			)}
		</Field>
	);
}

interface HoursFieldsProps {
	draft: HoursDraft;
	problem: string | null;
	onChange: (part: Partial<HoursDraft>) => void;
	onRemove: () => void;
}

function HoursFields({ draft, problem, onChange, onRemove }: HoursFieldsProps) {
	const { days, from, to } = draft;
	const toggle = (day: Weekday) =>
		onChange({ days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] });
	return (
		<div className="border-line border-b pb-4">
			<FieldGroup legend={days.length === 0 ? "Days" : weeklyHoursWords(draft)} error={problem}>
				{(control) => (
					<>
						<div className="flex flex-wrap gap-x-4 gap-y-2">
							{WEEKDAYS.map((day) => (
								<label key={day} className="flex min-h-6 items-center gap-1.5">
									<input
										{...control}
										type="checkbox"
										checked={days.includes(day)}
										onChange={() => toggle(day)}
										className="size-4 accent-accent"
									/>
									{DAY_WORDS[day]}
								</label>
							))}
						</div>
						<div className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
							<TimeField label="From" value={from} onChange={(time) => onChange({ from: time })} />
							<TimeField label="To" value={to} onChange={(time) => onChange({ to: time })} />
							<Button onClick={onRemove}>
								<X aria-hidden className="size-4" />
								Remove<span className="sr-only"> {weeklyHoursWords(draft)}</span>
							</Button>
						</div>
						{from !== "" && to !== "" && to <= from && to !== "00:00" ? (
							<p className="text-muted text-small">Until {to} of the next day.</p>
						) : null}
					</>
				)}
			</FieldGroup>
		</div>
	);
}

interface TimeFieldProps {
	label: string;
	value: string;
	onChange: (time: string) => void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
	return (
		<Field label={label}>
			{(control) => (
				<input
					{...control}
					type="time"
					value={value}
					onChange={({ target }) => onChange(target.value.slice(0, 5))}
					className={controlClass()}
				/>
			)}
		</Field>
	);
}
