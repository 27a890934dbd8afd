import { useState } from "react";
import type { TextField } from "@/components/kit/form/form-field";
import { wordsIn } from "@/components/kit/form/read-form";
import { ChipsField } from "@/components/kit/ui/chips-field";
import type { ControlProps } from "@/components/kit/ui/field";
import { useSettled } from "@/components/kit/ui/use-settled";
import { textFilter } from "@/lib/browser/text-search";
import { type NamedOrganization, SEARCH_PAUSE, useNameableOrganizations } from "./known-organizations";

const MOST = 8;
/** The limit of one response. */
const PAGE_LIMIT = 100;
const LONGEST_TEXT = 10_000;
const LONGEST_SEARCH = 200;

export interface OrganizationsFieldProps extends ControlProps {
	/** The form field of the slugs, separated by commas, including the one being typed. */
	name: string;
	/** The initial ones. */
	initial: readonly NamedOrganization[];
	/** Others to suggest first. */
	known?: readonly NamedOrganization[] | undefined;
}

/** A form's field for organizations by slug. */
export const organizationsField = ({
	initial,
	known,
	...field
}: Omit<TextField, "render" | "read"> & Pick<OrganizationsFieldProps, "initial" | "known">): TextField => ({
	...field,
	optional: true,
	render: (control) => <OrganizationsField {...control} initial={initial} known={known} />,
	read: wordsIn,
});

/** A field for organizations by slug, which suggests those that the reader may know. */
export function OrganizationsField({ name, initial, known = [], ...control }: OrganizationsFieldProps) {
	const [chosen, setChosen] = useState(() => initial.map(({ slug }) => slug));
	const [text, setText] = useState("");
	const [names, setNames] = useState(() => new Map(initial.map((one) => [one.slug, one.name])));
	const typed = text.trim();
	const q = useSettled(typed.slice(0, LONGEST_SEARCH), SEARCH_PAUSE);
	const found = useNameableOrganizations({ q, limit: Math.min(MOST + chosen.length, PAGE_LIMIT) });
	const holds = textFilter(typed);
	const offered = new Map(
		[...known.filter((one) => holds(one.slug) || holds(one.name)), ...found].map((one) => [one.slug, one.name]),
	);
	const suggestions = [...offered]
		.filter(([slug]) => !chosen.includes(slug))
		.slice(0, MOST)
		.map(([value, note]) => ({ value, note }));

	return (
		<>
			<input type="hidden" name={name} value={[...chosen, ...wordsIn(text)].join(",")} />
			<ChipsField
				{...control}
				values={chosen}
				onChange={(slugs) => {
					setNames((before) => new Map([...offered, ...before]));
					setChosen(slugs);
				}}
				text={text}
				onText={setText}
				valuesIn={wordsIn}
				chosenLabel="Selected organizations"
				removeLabel={(slug) => `Remove ${slug}`}
				chip={(slug) => (
					<>
						<span className="font-mono">{slug}</span>
						<span className="text-muted"> {names.get(slug)}</span>
					</>
				)}
				suggestions={suggestions}
				listLabel="Organizations"
				maxLength={LONGEST_TEXT}
				placeholder="Add an organization"
				className="font-mono placeholder:font-sans"
			/>
		</>
	);
}
