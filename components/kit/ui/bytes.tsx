import { formatBytes, formatExactBytes } from "@/lib/browser/format";

/**
 * A size as a person reads it; the exact number is beside it (`exact`), or on hover where there is
 * no room for it.
 */
export function Bytes({ value, exact = false }: { value: number; exact?: boolean }) {
	return (
		<data value={value} title={formatExactBytes(value)} className="whitespace-nowrap">
			{formatBytes(value)}
			{exact && value >= 1000 ? (
				<span className="font-normal text-muted text-small"> ({formatExactBytes(value)})</span>
			) : null}
		</data>
	);
}
