"use client";

import { Component, type ComponentType, type ReactNode } from "react";
import { PartProblem, PartProblemDialog, type Retry } from "./part-problem";
import { useLoaded } from "./use-loaded";

/** A part of a page that is loaded when it is first shown, or before that by `load`. */
export interface LazyPart<P> {
	(props: P): ReactNode;
	load: () => Promise<unknown>;
}

/** Loads a component of a module. */
type Load<P> = () => Promise<ComponentType<P>>;

/**
 * A part of a page, named by `what`. If it fails to load or render, the rest of the page stays and
 * the part can be loaded again: React's `lazy` would remember the failure.
 */
export const lazyPart = <P extends object>(what: string, load: Load<P>, loading: ReactNode = null): LazyPart<P> =>
	makeLazy(load, loading, (retry) => <PartProblem what={what} retry={retry} />);

/** The same for a dialog, which is rendered only while open. */
export const lazyDialog = <P extends { onClose: () => void }>(load: Load<P>): LazyPart<P> =>
	makeLazy(load, null, (retry, { onClose }) => <PartProblemDialog retry={retry} onClose={onClose} />);

function makeLazy<P extends object>(
	load: Load<P>,
	loading: ReactNode,
	problem: (retry: Retry, props: P) => ReactNode,
): LazyPart<P> {
	let part: ComponentType<P> | null = null;
	const loadOnce = async () => {
		part ??= await load();
		return part;
	};

	function Part(props: P): ReactNode {
		const { loaded, retry } = useLoaded(loadOnce);
		const Loaded = part ?? loaded;
		if (Loaded === null) return retry === null ? loading : problem(retry, props);
		return (
			<Boundary problem={(run) => problem({ pending: false, run }, props)}>
				<Loaded {...props} />
			</Boundary>
		);
	}
	return Object.assign(Part, { load: loadOnce });
}

/** Keeps an error of a part from taking the page with it. */
class Boundary extends Component<
	{ problem: (retry: () => void) => ReactNode; children: ReactNode },
	{ failed: boolean }
> {
	override state = { failed: false };
	static getDerivedStateFromError() {
		return { failed: true };
	}
	override render() {
		if (!this.state.failed) return this.props.children;
		return this.props.problem(() => this.setState({ failed: false }));
	}
}
