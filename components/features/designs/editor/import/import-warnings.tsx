import { Notice } from "@/components/kit/ui/notice";
import { formatCount, formatPlural } from "@/lib/browser/format";
import type { IntakeWarning } from "@/lib/rules/geofences/intake-warnings";

const LINES_NAMED = 5;

/** A warning with the number of its rows and the first lines. */
export function warningInWords({ message, count, lines }: IntakeWarning): string {
	const named = lines.slice(0, LINES_NAMED).map(formatCount).join(", ");
	const where = `${count === 1 ? "line" : "lines"} ${named}${count > LINES_NAMED ? " …" : ""}`;
	return `${message.replace(/\.$/, "")}: ${formatPlural(count, "row")} (${where}).`;
}

/** Rows that an import accepts but that look wrong. */
export function ImportWarnings({ warnings }: { warnings: readonly IntakeWarning[] }) {
	return warnings.map((warning) => (
		<Notice key={warning.kind} kind="warn">
			{warningInWords(warning)}
		</Notice>
	));
}
