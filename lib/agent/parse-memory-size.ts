const UNITS: Readonly<Record<string, number>> = {
	"": 1,
	b: 1,
	kb: 1e3,
	mb: 1e6,
	gb: 1e9,
	tb: 1e12,
	kib: 1024,
	mib: 1024 ** 2,
	gib: 1024 ** 3,
	tib: 1024 ** 4,
};

/**
 * Parses a memory size such as `4GB`, `512 MB`, `1.5GiB` or `800000000` into bytes. Ignores case;
 * binary units have an `i`. Null when invalid or below one byte.
 */
export function parseMemorySize(text: string): number | null {
	const match = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(text);
	const unit = UNITS[match?.[2]?.toLowerCase() ?? "-"];
	if (!match || unit === undefined) return null;
	const bytes = Math.floor(Number(match[1]) * unit);
	return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
}
