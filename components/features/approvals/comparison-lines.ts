import { ageDifference, sizeRatio } from "@/components/features/deployments/request-facts";
import { formatPrice } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationPreview } from "@/lib/contract/preview";

/** One line of the comparison: current value, new value and change. */
export interface ComparisonLine {
	name: string;
	kind: "date" | "bytes" | "count" | "price";
	before: string | number | null;
	after: string | number | null;
	/** A number is written with its sign. */
	change: string | number;
	look: "muted" | "plain" | "warn";
}

const MUCH_LARGER = 1.5;

function buildLine(deployment: DeploymentDetail, preview: ActivationPreview | null): ComparisonLine {
	const before =
		preview === null ? (deployment.replaces?.build_date ?? null) : (preview.size.build?.build_date ?? null);
	const age = before === null ? null : ageDifference(deployment.build_date, before);
	return {
		name: "Build",
		kind: "date",
		before,
		after: deployment.build_date,
		change: age ?? "first build",
		look: age === null ? "plain" : age.endsWith("older") ? "warn" : "muted",
	};
}

function sizeLine(deployment: DeploymentDetail, preview: ActivationPreview | null): ComparisonLine {
	const before = preview === null ? (deployment.replaces?.filesize ?? null) : preview.size.before;
	const { filesize } = deployment;
	const ratio = preview === null ? sizeRatio(deployment) : before === null || before === 0 ? null : filesize / before;
	return {
		name: "File",
		kind: "bytes",
		before,
		after: filesize,
		change: filesize - (before ?? 0),
		look: before === filesize ? "muted" : (ratio ?? 1) >= MUCH_LARGER ? "warn" : "plain",
	};
}

const countLine = (name: string, before: number | null, after: number): ComparisonLine => ({
	name,
	kind: "count",
	before,
	after,
	change: after - (before ?? 0),
	look: before === after ? "muted" : "plain",
});

function setsLine({ sets, size }: ActivationPreview): ComparisonLine {
	const stay = sets.changed.length + sets.unchanged;
	const line = countLine("Sets", size.build === null ? null : stay + sets.removed.length, stay + sets.added.length);
	const parts = [
		sets.added.length > 0 ? `${sets.added.length} added` : null,
		sets.removed.length > 0 ? `${sets.removed.length} removed` : null,
		sets.changed.length > 0 ? `${sets.changed.length} changed` : null,
	].filter((part) => part !== null);
	return parts.length === 0
		? { ...line, change: "same", look: "muted" }
		: { ...line, change: parts.join(", "), look: sets.removed.length > 0 ? "warn" : "plain" };
}

function memoryLine({ memory }: ActivationPreview): ComparisonLine | null {
	if (memory === null) return null;
	const { free_before, free_after } = memory;
	if (free_before === null || free_after === null) {
		return {
			name: "Free",
			kind: "bytes",
			before: null,
			after: null,
			change: "no memory limit",
			look: "muted",
		};
	}
	return {
		name: "Free",
		kind: "bytes",
		before: free_before,
		after: free_after,
		change: free_after - free_before,
		look: free_after < 0 ? "warn" : free_after === free_before ? "muted" : "plain",
	};
}

/** The comparison's lines. Before the preview has loaded, those that the list already has. */
export function comparisonLines(deployment: DeploymentDetail, preview: ActivationPreview | null): ComparisonLine[] {
	const known = [buildLine(deployment, preview), sizeLine(deployment, preview)];
	if (preview === null) return known;
	const items = countLine(
		deployment.type === "proximity" ? "Geofences" : "Devices",
		preview.items.before,
		preview.items.after,
	);
	const memory = memoryLine(preview);
	return [...known, items, setsLine(preview), ...(memory === null ? [] : [memory]), priceLine(preview)];
}

/** The changed lines, and the number of unchanged ones. A build always has its age and its size. */
export function changedLines(lines: readonly ComparisonLine[]): { changed: ComparisonLine[]; same: ComparisonLine[] } {
	const says = ({ name, look }: ComparisonLine) => look !== "muted" || name === "Build" || name === "File";
	return { changed: lines.filter(says), same: lines.filter((line) => !says(line)) };
}

function priceLine({ price_cpm, price_cpm_before, size }: ActivationPreview): ComparisonLine {
	const [before, after] = [size.build === null ? null : formatPrice(price_cpm_before), formatPrice(price_cpm)];
	const stays = before === null || before === after;
	return {
		name: "Price (CPM)",
		kind: "price",
		before,
		after,
		change: stays ? (before === null ? "" : "same") : "changed",
		look: before === null ? "plain" : stays ? "muted" : "warn",
	};
}
