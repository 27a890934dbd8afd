import type { ComponentProps, ReactNode } from "react";
import type { ControlProps } from "@/components/kit/ui/field";

/** Problems of fields, a sentence each, by the field's name. */
export type Problems = Readonly<Record<string, string>>;

/** The properties of all fields. */
interface Declared {
	/** The key of the body that it fills, and of the edited object that it shows. */
	name: string;
	label: string;
	optional?: boolean;
	/** The sentence beside it where it is left empty; without it the schema judges that, too. */
	required?: string;
}

export interface TextField extends Declared {
	kind?: "text" | "slug";
	hint?: ReactNode;
	/** Its value where no object is edited, or the object has none. */
	value?: string | null | undefined;
	/** The height of a field of several lines. */
	lines?: number;
	mono?: boolean;
	input?: Omit<ComponentProps<"input">, "name" | "defaultValue" | "className">;
	/** A control of its own, in place of an input. */
	render?: (control: ControlProps & { name: string }) => ReactNode;
	/** The body's value for the trimmed text; undefined: none. */
	read?: (text: string) => unknown;
	/** The problem of the trimmed text, beside those of the schema. */
	check?: (text: string, form: FormData) => string | null;
}

export interface NumberField extends Declared {
	kind: "number";
	hint?: ReactNode;
	value?: number | null | undefined;
	min?: number | undefined;
	max?: number;
	/** How much of the body's unit is one of the field's; then it takes fractions. */
	unit?: number;
	/** The value of an empty field; null without it. */
	empty?: number;
}

export interface Option {
	value: string;
	label: ReactNode;
	hint?: ReactNode;
	disabled?: boolean;
}

export interface ChoiceField extends Declared {
	kind: "choice";
	/** May depend on what is chosen. */
	hint?: ReactNode | ((chosen: string) => ReactNode);
	value?: string | undefined;
	options: readonly Option[];
	onChange?: (chosen: string) => void;
	read?: (text: string) => unknown;
}

export interface SwitchField extends Declared {
	kind: "switch";
	hint?: ReactNode;
	value?: boolean;
}

/** Boxes of which any number can be ticked. */
export interface BoxesField extends Declared {
	kind: "boxes";
	value?: readonly string[];
	/** While they are not known, the field keeps what it holds. */
	options: readonly Option[] | undefined;
}

/** A field that renders and reads itself. */
export interface OwnField {
	kind: "own";
	/** The keys of the body whose problems it shows. */
	names?: readonly string[];
	render: (problems: Problems) => ReactNode;
}

export type FormField = TextField | NumberField | ChoiceField | SwitchField | BoxesField;
type Entry = FormField | OwnField | false | null;

/** Fields from top to bottom; those of a list stand side by side. */
export type FormFields = readonly (Entry | readonly Entry[])[];
