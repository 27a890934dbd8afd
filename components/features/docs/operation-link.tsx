import type { MouseEvent, ReactNode } from "react";
import { operationHref } from "./docs-state";

const plainClick = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;

export interface OperationLinkProps {
	operation: string;
	onOpen: (operation: string) => void;
	current?: boolean;
	id?: string;
	className?: string;
	children: ReactNode;
}

/** A link to an operation, which the page opens without being loaded again. */
export function OperationLink({ operation, onOpen, current = false, id, className, children }: OperationLinkProps) {
	return (
		<a
			id={id}
			href={operationHref(operation)}
			aria-current={current ? "true" : undefined}
			onClick={(event) => {
				if (!plainClick(event)) return;
				event.preventDefault();
				onOpen(operation);
			}}
			className={className}
		>
			{children}
		</a>
	);
}
