"""The API against its own description: requests made up by schemathesis, right ones and wrong."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web_support import serving

COMMAND = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
# A text that fits the schema need not be a position, and is then refused; what is far too long is
# refused before anybody looks at the schema.
CONFIGURATION = """
[checks.positive_data_acceptance]
enabled = false
[checks.negative_data_rejection]
expected-statuses = [400, 405, 413, 415, 422, 503]
"""


@pytest.mark.slow
@pytest.mark.skipif(COMMAND is None, reason="schemathesis is not installed")
def test_no_request_makes_the_server_fail_or_answer_otherwise_than_described(
    tmp_path: Path,
) -> None:
    assert COMMAND is not None
    configuration = tmp_path / "schemathesis.toml"
    configuration.write_text(CONFIGURATION)
    options = ["--max-examples", "30", "--seed", "1", "--request-timeout", "60", "--no-color"]
    with serving(workers=2, time_limit=0.3) as server:
        described = f"{server.address}/api/openapi.json"
        found = subprocess.run(
            [COMMAND, "--config-file", str(configuration), "run", described, *options],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
    assert found.returncode == 0, found.stdout[-5000:]
