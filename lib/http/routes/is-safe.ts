const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a request's method only reads (RFC 9110, section 9.2.1). */
export function isSafe({ method }: Request): boolean {
	return SAFE_METHODS.has(method);
}
