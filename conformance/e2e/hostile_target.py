"""A target that sends what must do no harm in a report, and a suite whose findings show it."""

import json

from http_service import Handler

HOSTILE = "</script><script>window.hostile=1</script><img src=x onerror=alert(1)>\u0001\u001b[31m\u202etxt{{result}}<!--\u2028"
CANARY = "canary-7f3a-secret"

SUITE = """
arazzo: 1.1.0
info: { title: reads what a hostile target sends, version: '1' }
sourceDescriptions: [ { name: api, type: openapi, url: control_plane.openapi.yaml } ]
workflows:
  - workflowId: reads
    parameters: [ { name: X-Api-Key, in: header, value: KEY } ]
    steps:
      - stepId: list
        operationId: listDeployments
        successCriteria:
          - condition: $response.body#/resources/0/name == 'other'
          - { context: $response.body, condition: '^nothing$', type: regex }
"""


class HostileTarget(Handler):
    """Sends markup, control characters, half a surrogate pair, a very long text and the caller's key."""

    def do_GET(self):
        resources = [{"name": HOSTILE, "half": "HALF", "key": self.headers.get("X-Api-Key", ""), "long": "x" * 6_000_000}]
        body = json.dumps({"resources": resources, "offset": 0}, ensure_ascii=False).encode()
        self.send(200, {"Content-Type": "application/json"}, body.replace(b"HALF", b"\\ud800 \xed\xa0\x80"))
