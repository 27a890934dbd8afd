import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { PersonName } from "@/components/kit/ui/person-name";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { formatPlural } from "@/lib/browser/format";
import type { Comment } from "@/lib/contract/comment";

export interface CommentThreadProps {
	/** The newest first, as the service gives them; they are read from the oldest on. */
	comments: readonly Comment[];
	total: number;
	/** E-mail of the requester, who is marked. */
	requester: string;
	onMore: () => void;
}

/** The comments, the oldest first. */
export function CommentThread({ comments, total, requester, onMore }: CommentThreadProps) {
	const earlier = total - comments.length;
	return (
		<>
			{earlier <= 0 ? null : (
				<div>
					<Button variant="link" onClick={onMore}>
						Show {formatPlural(earlier, "earlier comment")}
					</Button>
				</div>
			)}
			<ol aria-label="Comments" className="grid grid-cols-1 gap-3">
				{comments.toReversed().map((comment) => (
					<CommentItem key={comment.id} comment={comment} isRequester={comment.author === requester} />
				))}
			</ol>
		</>
	);
}

function CommentItem({ comment, isRequester }: { comment: Comment; isRequester: boolean }) {
	const { kind, text, at, author, author_person: person } = comment;
	return (
		<li className="grid grid-cols-1 gap-0.5">
			<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
				<PersonName id={person.id} name={person.name} email={author} organization={person.organization} />
				{isRequester ? <span className="text-muted text-small">requester</span> : null}
				{kind === "question" ? <Chip tone="warn">question</Chip> : null}
				{kind === "answer" ? <Chip tone="ok">answer</Chip> : null}
				<span className="text-muted text-small">
					<RelativeTime iso={at} sentence />
				</span>
			</p>
			{text === null ? (
				<p className="ps-6.5 text-muted">Withdrew the question.</p>
			) : (
				<p className="break-words ps-6.5 whitespace-pre-line">
					<bdi>{text}</bdi>
				</p>
			)}
		</li>
	);
}
