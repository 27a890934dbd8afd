/** Stands between two ways to sign in. */
export function Or() {
	return (
		<div className="flex items-center gap-3 text-muted text-small">
			<hr className="grow border-line" />
			or
			<hr className="grow border-line" />
		</div>
	);
}
