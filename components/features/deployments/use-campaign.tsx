"use client";

import { useState } from "react";
import type { FormField, FormFields } from "@/components/kit/form/form-field";
import { MomentField } from "./moment-field";
import { readLocalMinute, scheduleProblem, zoneWords } from "./schedule-times";

/** The dates that a requester proposes, as typed. */
interface CampaignDates {
	readonly from: string;
	readonly until: string;
	/** Whether problems are shown: once it was sent. */
	readonly asked: boolean;
}

const NO_DATES: CampaignDates = { from: "", until: "", asked: false };

/** The message for the approvers. */
const MESSAGE_FIELD: FormField = {
	name: "message",
	label: "Message",
	optional: true,
	lines: 3,
	hint: "Shown to the approvers.",
	input: { maxLength: 2_000 },
};

/** The requester's fields of a deployment: its dates, and a message. */
export function useCampaign() {
	const [dates, change] = useState(NO_DATES);
	const { proposed, problem } = read(dates);
	const fields: FormFields = [
		{ kind: "own", render: () => <CampaignDatesFields dates={dates} onChange={change} /> },
		MESSAGE_FIELD,
	];
	return {
		fields,
		/** The dates to send; null when they cannot be, which the fields then say. */
		take: () => {
			change({ ...dates, asked: true });
			return problem === null ? proposed : null;
		},
	};
}

function read({ from, until }: CampaignDates) {
	const proposed = { activate_at: readLocalMinute(from), deactivate_at: readLocalMinute(until) };
	const none = proposed.activate_at === null && proposed.deactivate_at === null;
	return { proposed, problem: none ? null : scheduleProblem(proposed, { mayActivate: true, now: Date.now() }) };
}

interface CampaignDatesFieldsProps {
	dates: CampaignDates;
	onChange: (dates: CampaignDates) => void;
}

/** When a requester would have a deployment activated and deactivated. */
function CampaignDatesFields({ dates, onChange }: CampaignDatesFieldsProps) {
	const { proposed, problem } = read(dates);
	const errorOf = (field: "activate_at" | "deactivate_at") =>
		dates.asked && problem?.field === field ? problem.message : null;
	return (
		<fieldset className="grid gap-2">
			<legend className="font-medium">Campaign dates</legend>
			<p className="text-muted text-small">Times are {zoneWords()}. An administrator decides whether to keep them.</p>
			<div className="grid gap-4 sm:grid-cols-2">
				<MomentField
					label="Activate at"
					name="activate_at"
					value={dates.from}
					instant={proposed.activate_at}
					onChange={(from) => onChange({ ...dates, from })}
					error={errorOf("activate_at")}
					empty="Leave empty for as soon as it is approved."
				/>
				<MomentField
					label="Deactivate at"
					name="deactivate_at"
					value={dates.until}
					instant={proposed.deactivate_at}
					onChange={(until) => onChange({ ...dates, until })}
					error={errorOf("deactivate_at")}
					empty="Leave empty for no end."
				/>
			</div>
		</fieldset>
	);
}
