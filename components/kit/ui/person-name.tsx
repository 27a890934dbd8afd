import { Avatar } from "./avatar";
import { cx } from "./cx";

export interface PersonNameProps {
	/** Null: not known, as of a user who was deleted; the color comes from the email then. */
	id?: string | null;
	/** Null or empty: the email stands for it. */
	name?: string | null;
	email: string;
	/** Stands beside the name, muted. */
	organization?: string | null;
	/** Without: the name alone, within a sentence. */
	avatar?: boolean;
	/** The avatar alone where a table is too narrow for names; the name is in the title then. */
	compact?: boolean;
	className?: string;
}

/** A person by name, with the organization beside it; the email is in the title alone. */
export function PersonName({
	id,
	name,
	email,
	organization,
	avatar = true,
	compact = false,
	className,
}: PersonNameProps) {
	const shown = name?.trim() || email;
	const title = [compact ? [shown, organization].filter(Boolean).join(", ") : null, shown === email ? null : email];
	return (
		<span
			title={title.filter(Boolean).join(" · ") || undefined}
			className={cx("inline-flex min-w-0 max-w-full items-center gap-1.5 align-middle", className)}
		>
			{avatar ? <Avatar id={id ?? email} name={shown} /> : null}
			<span className={cx("truncate", compact && "md:max-[90rem]:sr-only")}>
				<bdi>{shown}</bdi>
				{organization ? (
					<>
						{" "}
						· <bdi className="text-muted">{organization}</bdi>
					</>
				) : null}
			</span>
		</span>
	);
}
