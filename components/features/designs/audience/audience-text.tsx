"use client";

import { useState } from "react";
import { audienceProblem } from "@/components/features/designs/shared/audience-problem";
import { controlClass, Field } from "@/components/kit/ui/field";
import type { Audience } from "@/lib/contract/audience";

export interface AudienceTextProps {
	audience: Audience;
	onChange: (audience: Audience, about?: string) => void;
}

const write = ({ sources, where }: Audience) => JSON.stringify({ sources, where }, null, 2);

/** An audience as JSON, in step with the builder; applied as soon as it is valid. */
export function AudienceText({ audience, onChange }: AudienceTextProps) {
	const [text, setText] = useState(() => write(audience));
	const [taken, setTaken] = useState(audience);
	const problem = audienceProblem(text);
	if (audience !== taken) {
		setTaken(audience);
		// The typed text is kept while it means the same audience.
		if (problem !== null || write(JSON.parse(text)) !== write(audience)) setText(write(audience));
	}
	const type = (next: string) => {
		setText(next);
		if (audienceProblem(next) === null) onChange(JSON.parse(next), "text");
	};
	return (
		<Field label="JSON" live error={problem} hint="In the API's format. Applied as soon as it is valid.">
			{(control) => (
				<textarea
					{...control}
					rows={14}
					spellCheck={false}
					value={text}
					onChange={(event) => type(event.target.value)}
					className={controlClass("font-mono md:text-small")}
				/>
			)}
		</Field>
	);
}
