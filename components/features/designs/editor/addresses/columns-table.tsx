import { cx } from "@/components/kit/ui/cx";
import { controlClass } from "@/components/kit/ui/field";

const SHOWN = 3;

export interface ColumnsTableProps<Role extends string> {
	headings: readonly string[];
	sample: readonly (readonly string[])[];
	roles: readonly Role[];
	/** What a column can be taken as, in words. */
	words: Readonly<Partial<Record<Role, string>>>;
	/** Roles that say nothing of a column. */
	muted: readonly Role[];
	/** Whether what the column is taken as can be changed. */
	isOpen?: (index: number) => boolean;
	onRole: (index: number, role: Role) => void;
}

/** The first rows of a table, below what each column is taken as, which can be changed. */
export function ColumnsTable<Role extends string>(props: ColumnsTableProps<Role>) {
	const { headings, sample, roles, words, muted, isOpen = () => true, onRole } = props;
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
		<div tabIndex={0} className="overflow-x-auto rounded-md border border-line">
			<table className="w-full border-collapse text-small">
				<thead>
					<tr>
						{headings.map((heading, index) => {
							const name = heading.trim() || `Column ${index + 1}`;
							const role = roles[index] as Role;
							return (
								// biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading
								<th key={index} scope="col" className="min-w-36 px-2 py-1.5 text-start align-top font-medium">
									<bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
									<select
										aria-label={`Meaning of ${name}`}
										value={role}
										disabled={!isOpen(index)}
										onChange={({ target }) => onRole(index, target.value as Role)}
										className={controlClass(
											cx(
												"mt-1 w-full rounded-full!",
												muted.includes(role) ? "text-muted" : "border-accent! bg-accent-soft! font-medium",
											),
										)}
									>
										{Object.entries<string | undefined>(words).map(([value, word]) => (
											<option key={value} value={value}>
												{word}
											</option>
										))}
									</select>
								</th>
							);
						})}
					</tr>
				</thead>
				<tbody>
					{sample.slice(0, SHOWN).map((row, line) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the sample does not change
						<tr key={line} className="border-line border-t">
							{headings.map((_, index) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: as above
								<td key={index} className="max-w-56 truncate px-2 py-1 text-muted">
									<bdi>{row[index]}</bdi>
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
