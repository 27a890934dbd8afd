import { ExternalLink } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
	DeviceField,
	LookupAnswer,
	PositionFields,
	usePositionText,
} from "@/components/features/designs/design/lookup-fields";
import { AGENT_ADDRESS } from "@/components/features/targets/agent-command";
import { useSessionUser } from "@/components/kit/session/session-context";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { Copyable } from "@/components/kit/ui/copyable";
import { useLookupTest } from "@/lib/browser/design-editing";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignDetail } from "@/lib/contract/design";
import type { Position } from "@/lib/rules/geofences/geofence";
import { isolate } from "@/lib/rules/text/isolate";
import { finishGuide } from "./guide-state";

export interface LookupFormProps {
	deployment: DeploymentDetail;
	design: DesignDetail;
	/** A location that matches, as the initial value. */
	place: Position | null;
}

/** Asks the deployed file; the last step is done once something matches. */
function useFirstAnswer({ deployment, design }: LookupFormProps) {
	const user = useSessionUser();
	const test = useLookupTest();
	const ask = (about: { latitude: number; longitude: number } | { device_id: string }) =>
		test.mutate(
			{ design_id: design.id, body: { ...about, build_id: deployment.build_id } },
			{ onSuccess: ({ sets }) => (sets.length > 0 ? finishGuide(user) : undefined) },
		);
	return { test, ask };
}

/** Who is targeted at a place. */
export function PointForm(props: LookupFormProps) {
	const { deployment, place } = props;
	const { test, ask } = useFirstAnswer(props);
	const text = usePositionText(place);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const position = text.read();
		if (position !== null && !test.isPending) ask({ latitude: position[1], longitude: position[0] });
	};
	const [east, north] = text.position ?? [];
	const lookup = text.position === null ? null : `/geopulse/proximity/indices?latitude=${north}&longitude=${east}`;
	return (
		<>
			<p className="max-w-prose text-muted">
				Try a point inside {isolate(deployment.design_name)}. The service answers from the file that the agent has
				loaded.
			</p>
			<form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
				<PositionFields text={text} />
				<Button type="submit" variant="primary" pending={test.isPending}>
					Test this point
				</Button>
			</form>
			<Answer {...props} test={test} lookup={lookup} />
		</>
	);
}

/** Whose sets a device is in. */
export function DeviceForm(props: LookupFormProps) {
	const { test, ask } = useFirstAnswer(props);
	const [device, setDevice] = useState("");
	const id = device.trim();
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (id !== "" && !test.isPending) ask({ device_id: id });
	};
	return (
		<>
			<p className="max-w-prose text-muted">
				Look up a device of <bdi>{props.deployment.design_name}</bdi>. The service answers from the file that the agent
				has loaded.
			</p>
			<form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
				<DeviceField value={device} onChange={setDevice} />
				<Button
					type="submit"
					variant="primary"
					pending={test.isPending}
					unavailable={id === "" ? "Enter a device id." : null}
				>
					Test this device id
				</Button>
			</form>
			<Answer
				{...props}
				test={test}
				lookup={id === "" ? null : `/geopulse/audience/sets?user-id=${encodeURIComponent(id)}`}
			/>
		</>
	);
}

interface AnswerProps extends LookupFormProps {
	test: ReturnType<typeof useLookupTest>;
	/** The agent's query string; null for invalid input. */
	lookup: string | null;
}

function Answer({ deployment, design, test, lookup }: AnswerProps) {
	return (
		<>
			<LookupAnswer test={test} design={design} />
			{lookup === null || test.data === undefined || !deployment.permissions.administer ? null : (
				<>
					<Copyable label="The same lookup on the agent's machine" text={`curl '${AGENT_ADDRESS}${lookup}'`} />
					<a
						href={`${AGENT_ADDRESS}${lookup}`}
						target="_blank"
						rel="noreferrer"
						className={buttonClass("link", "justify-self-start")}
					>
						<ExternalLink aria-hidden className="size-4" />
						Open the agent's answer
					</a>
				</>
			)}
		</>
	);
}
