"use client";

import { useState } from "react";
import { audienceProblem } from "@/components/features/designs/new-design";
import { controlClass, Field } from "@/components/kit/ui/field";
import type { Audience } from "@/lib/contract/audience";

export interface AudienceTextProps {
	audience: Audience;
	onChange: (audience: Audience, about?: string) => void;
}

const write = ({ sources, where }: Audience) => JSON.stringify({ sources, where }, null, 2);

/** An audience as JSON: what is typed takes effect as soon as it is one; what the builder changes is written here. */
export function AudienceText({ audience, onChange }: AudienceTextProps) {
	const [text, setText] = useState(() => write(audience));
	const [taken, setTaken] = useState(audience);
	const problem = audienceProblem(text);
	if (audience !== taken) {
		setTaken(audience);
		// The echo of what was typed here is left as it was typed.
		if (problem !== null || write(JSON.parse(text)) !== write(audience)) setText(write(audience));
	}
	const type = (next: string) => {
		setText(next);
		if (audienceProblem(next) === null) onChange(JSON.parse(next), "text");
	};
	return (
		<Field
			label="As text"
			live
			error={problem}
			hint="JSON, as the API takes it. It takes effect as soon as it is correct."
		>
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
