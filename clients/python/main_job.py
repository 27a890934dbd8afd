"""What client.test.ts runs against a service: the main job, and what goes wrong. Ends with "done"."""

import json
import sys

import targeting_client as t

settings = json.load(sys.stdin)
url, keys = settings["url"], settings["keys"]
client = t.TargetingClient(url, key=keys["designer"])
administrator = t.TargetingClient(url, key=keys["administrator"])
place = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [13.4, 52.5]}, "properties": {"radius": 150}}
center = {"set_name": "Center", "geofences": {"type": "FeatureCollection", "features": [place]}}


def refused(kind, act):
    try:
        act()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


design = client.create_design("Coffee shops", "proximity", [center])
set_id = design["sets"][0]["set_id"]
with open(settings["table"], "rb") as table:
    imported = client.import_geofences(design["id"], set_id, table, mode="add")
assert (imported["accepted_row_count"], imported["refused_row_count"]) == (1, 1), imported
assert len(client.test_point(design["id"], 48.2, 16.37)["sets"]) == 1
build = client.request_build(design["id"], "Spring campaign").wait()
deployment = client.request_deployment(build["id"], client.target(settings["target"])["id"])
stale = refused(t.VersionMismatchError, lambda: administrator.activate(deployment["id"], if_match=7))
assert stale.status == 412 and stale.error_type == "VersionMismatch"
administrator.activate(deployment["id"], message="Have fun.")
live = client.live(deployment["id"])
assert live["agents"][0]["state"] == "loaded", live
assert administrator.tag(deployment["id"], ["retail", "city"])["tags"] == "retail,city"
administrator.deactivate(deployment["id"])
refused(t.WaitError, lambda: client.live(deployment["id"]))
administrator.delete(deployment["id"])
assert "not found" in str(refused(t.NotFoundError, lambda: client.deployment(deployment["id"])))

again = client.request_deployment(build["id"], client.target(settings["target"])["id"], "Once more")
client.cancel(again["id"])
refused(t.InvalidStateError, lambda: administrator.reject(again["id"]))
assert [row["name"] for row in client.builds(q="coffee")] == ["Coffee shops"]
assert client.deployments(status=["requested", "activated"]).count() == 0
assert client.designs().first(1)[0]["id"] == client.design(design["id"])["id"]
refused(t.InvalidRequestError, lambda: client.designs().first(501))
refused(t.AuthenticationError, lambda: t.TargetingClient(url, key="tsk_wrong").designs().count())
refused(t.NoAnswerError, lambda: t.TargetingClient("http://127.0.0.1:9", key="k", retries=1).designs().count())

tokens = t.TargetingClient(url, key=keys["tokens"]).tokens
grant = tokens.of("ada@example.com", "Ada", "Lovelace")
assert tokens.of_uid(grant["uid"])["token"] == grant["token"]
own = t.TargetingClient(url, token=t.token_refresher(lambda: grant))
own.create_design("Ada's own", "proximity")

message = settings["message"]
body = message["body"].encode()
assert t.verify_webhook(body, message["headers"], message["secret"], message["now"])["type"] == "webhook.test"
refused(t.WebhookError, lambda: t.verify_webhook(body + b" ", message["headers"], message["secret"], message["now"]))
refused(t.WebhookError, lambda: t.verify_webhook(body, message["headers"], message["secret"]))
print("done")
