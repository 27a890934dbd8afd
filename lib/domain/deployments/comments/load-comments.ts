import type { Comment } from "@/lib/contract/comment";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Prisma } from "@/lib/generated/prisma/client";

/** The columns of a comment and its author for {@link describeComment}. */
export const commentInclude = {
	author: { select: { email: true, ...namedPerson } },
} satisfies Prisma.DeploymentCommentInclude;
type LoadedComment = Prisma.DeploymentCommentGetPayload<{ include: typeof commentInclude }>;

/** A comment in the API's form. */
export function describeComment({ id, kind, text, at, author }: LoadedComment): Comment {
	return {
		id: String(id),
		kind,
		text,
		at: at.toISOString(),
		author: author.email,
		author_person: namePerson(author),
	};
}
