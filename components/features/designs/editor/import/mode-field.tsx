import { formatCount, formatPlural } from "@/lib/browser/format";
import type { UpdateCounts } from "@/lib/rules/geofences/update-by-id";
import type { ImportPreview } from "./read-import";

/** The effect of an import on the current geofences of a set. */
export type ImportMode = "replace" | "add" | "update";

export interface ModeFieldProps {
	chosen: ImportMode;
	onChange: (mode: ImportMode) => void;
	/** Current geofences of the set. */
	count: number;
	preview: ImportPreview;
	/** The changes of an update; null where the current geofences are too many to compare here. */
	update: UpdateCounts | null;
	disabled: boolean;
}

/** Asks for the effect on the current geofences, and explains each choice. */
export function ModeField({ chosen, onChange, count, preview, update, disabled }: ModeFieldProps) {
	const { accepted } = preview;
	const current = formatPlural(count, "current geofence");
	const choose = { chosen, onChange };
	return (
		<fieldset className="grid min-w-0 gap-2" disabled={disabled}>
			<legend className="mb-1 font-medium">Current geofences</legend>
			<Mode {...choose} value="replace" label="Replace">
				Removes {current} and imports {formatCount(accepted)}.
			</Mode>
			<Mode {...choose} value="add" label="Keep and add">
				Keeps {current} and adds {formatCount(accepted)}.
			</Mode>
			<Mode {...choose} value="update" label="Update by id" unavailable={updatable(preview) === 0}>
				{updateInWords(preview, update)}
			</Mode>
		</fieldset>
	);
}

/** Geofences of a file that an update takes. */
export const updatable = ({ accepted, update }: ImportPreview): number => accepted - update.refusedCount;

function updateInWords(preview: ImportPreview, counts: UpdateCounts | null): string {
	if (updatable(preview) === 0) return "The rows of the file have no id.";
	if (counts === null) return "Replaces geofences with an id of the file and adds the others. Everything else stays.";
	const { updated, added, unchanged, kept, removed } = counts;
	const gone = removed === 0 ? "" : `, ${formatCount(removed)} removed`;
	const others = kept - unchanged;
	const rest = others === 0 ? "" : ` ${formatPlural(others, "other stays", "others stay")}.`;
	return `${formatCount(updated)} updated, ${formatCount(added)} added, ${formatCount(unchanged)} unchanged${gone}.${rest}`;
}

interface ModeProps {
	value: ImportMode;
	label: string;
	chosen: ImportMode;
	onChange: (mode: ImportMode) => void;
	unavailable?: boolean;
	/** The explanation. */
	children: React.ReactNode;
}

function Mode({ value, label, chosen, onChange, unavailable = false, children }: ModeProps) {
	const hint = `import-mode-${value}`;
	return (
		<div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
			<input
				id={`${hint}-radio`}
				type="radio"
				name="import-mode"
				checked={chosen === value}
				disabled={unavailable}
				aria-describedby={hint}
				onChange={() => onChange(value)}
				className="size-4 self-center accent-accent"
			/>
			<label htmlFor={`${hint}-radio`} className="min-h-6 content-center max-sm:min-h-11">
				{label}
			</label>
			<p id={hint} className="col-start-2 text-muted text-small">
				{children}
			</p>
		</div>
	);
}
