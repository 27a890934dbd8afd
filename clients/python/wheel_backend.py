"""Makes the wheel with the standard library, so that it is built without a network (PEP 517)."""

import base64
import hashlib
import zipfile
from pathlib import Path

NAME, VERSION = "targeting_client", "1.0.0"
INFO = f"{NAME}-{VERSION}.dist-info"
METADATA = f"""Metadata-Version: 2.1
Name: targeting-client
Version: {VERSION}
Summary: Client of the Targeting Service, by the standard library alone
License: Apache-2.0
Requires-Python: >=3.9
Description-Content-Type: text/markdown

"""
WHEEL = "Wheel-Version: 1.0\nGenerator: wheel_backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    here = Path(__file__).parent
    files = {f"{NAME}/{path.name}": path.read_bytes() for path in sorted((here / NAME).iterdir()) if path.is_file()}
    files[f"{INFO}/METADATA"] = METADATA.encode() + (here / "README.md").read_bytes()
    files[f"{INFO}/WHEEL"] = WHEEL.encode()
    record = "".join(f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files.items())
    files[f"{INFO}/RECORD"] = f"{record}{INFO}/RECORD,,\n".encode()
    wheel = f"{NAME}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            # The same bytes give the same wheel.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return wheel


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    import sys

    print(build_wheel(sys.argv[1]))
