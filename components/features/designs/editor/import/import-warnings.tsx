import { Notice } from "@/components/kit/ui/notice";
import { formatCount, formatPlural } from "@/lib/browser/format";
import type { IntakeWarning } from "@/lib/rules/geofences/intake-warnings";

const LINES_NAMED = 5;

/** A warning with how many rows it is about, and where the first of them are. */
export function warningInWords({ message, count, lines }: IntakeWarning): string {
	const named = lines.slice(0, LINES_NAMED).map(formatCount).join(", ");
	const where = `${count === 1 ? "line" : "lines"} ${named}${count > LINES_NAMED ? " …" : ""}`;
	return `${message.replace(/\.$/, "")}: ${formatPlural(count, "row")} (${where}).`;
}

/** What an import takes, or has taken, and what looks unlike what was meant. */
export function ImportWarnings({ warnings }: { warnings: readonly IntakeWarning[] }) {
	return warnings.map((warning) => (
		<Notice key={warning.kind} kind="warn">
			{warningInWords(warning)}
		</Notice>
	));
}
