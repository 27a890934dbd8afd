import type { ReactNode } from "react";
import { toast } from "sonner";
import { describeError } from "@/lib/browser/api-error";
import { embeddingOf } from "@/lib/browser/embedding";
import { requestFile } from "@/lib/browser/fetcher";
import { servicePath } from "@/lib/browser/service-path";
import { download } from "./download";

export interface DownloadLinkProps {
	/** The path of the route that answers with the file. */
	path: string;
	/** The file's name, where it is not the service that gives it. */
	name: string;
	className: string;
	children: ReactNode;
}

/** A link to a file of the service. The link of an embedded page would come without its token, so that it is fetched. */
export function DownloadLink({ path, name, className, children }: DownloadLinkProps) {
	const fetched = () =>
		requestFile(path, {}).then(
			(file) => download(file, name),
			(error: unknown) => toast.error(`${name} was not downloaded`, { description: describeError(error) }),
		);
	return (
		<a
			href={servicePath(path)}
			download
			className={className}
			onClick={(event) => {
				if (embeddingOf() === null) return;
				event.preventDefault();
				void fetched();
			}}
		>
			{children}
		</a>
	);
}
