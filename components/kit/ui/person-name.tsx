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
	className?: string;
}

/** A person by name, with the organization beside it; the email is in the title alone. */
export function PersonName({ id, name, email, organization, avatar = true, className }: PersonNameProps) {
	const shown = name?.trim() || email;
	return (
		<span
			{...(shown === email ? {} : { title: email })}
			className={cx("inline-flex min-w-0 max-w-full items-center gap-1.5 align-bottom", className)}
		>
			{avatar ? <Avatar id={id ?? email} name={shown} /> : null}
			<span className="truncate">
				<bdi>{shown}</bdi>
				{organization ? (
					<span className="text-muted">
						{" "}
						· <bdi>{organization}</bdi>
					</span>
				) : null}
			</span>
		</span>
	);
}
