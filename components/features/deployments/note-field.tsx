import { controlClass, Field } from "@/components/kit/ui/field";

const NAME = "message";

/** A note that the requester reads with the activation; `many`: all requesters. */
export const NoteField = ({ many = false }: { many?: boolean }) => (
	<Field label={many ? "Note for the requesters" : "Note for the requester"} optional>
		{(control) => <textarea {...control} name={NAME} rows={2} maxLength={2_000} className={controlClass()} />}
	</Field>
);

/** What was written into the {@link NoteField}; empty: nothing. */
export function noteOf(fields: FormData): string {
	const note = fields.get(NAME);
	return typeof note === "string" ? note : "";
}
