import { controlClass, Field } from "@/components/kit/ui/field";
import { formatInstant } from "@/lib/browser/format";
import { clockWords } from "./schedule-times";

export interface MomentFieldProps {
	label: string;
	name: string;
	value: string;
	/** The instant of the value. */
	instant: string | null;
	onChange: (value: string) => void;
	error: string | null;
	/** The consequence of an empty field. */
	empty?: string;
}

/** A field of date and time in the reader's zone, which says the instant. */
export function MomentField(props: MomentFieldProps) {
	const { label, name, value, instant, onChange, error, empty = "Leave empty to do this manually." } = props;
	const clocks = instant === null ? null : clockWords(value, instant);
	return (
		<Field
			label={label}
			optional
			live
			error={error}
			hint={instant === null ? empty : `${formatInstant(instant)}${clocks === null ? "" : `. ${clocks}`}`}
		>
			{(control) => (
				<input
					{...control}
					type="datetime-local"
					max="9999-12-31T23:59"
					name={name}
					value={value}
					onChange={(event) => onChange(event.target.value)}
					className={controlClass()}
				/>
			)}
		</Field>
	);
}
