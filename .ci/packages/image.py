"""Unpacks the layers of an OCI archive that was unpacked, and looks at how it starts: python3 image.py ARCHIVE TO"""

import json
import pathlib
import sys
import tarfile

archive, to = map(pathlib.Path, sys.argv[1:])


def blob(entry):
    return archive / "blobs" / entry["digest"].replace(":", "/")


index = json.loads((archive / "index.json").read_text())
manifest = json.loads(blob(index["manifests"][0]).read_text())
config = json.loads(blob(manifest["config"]).read_text())["config"]
wanted = {"User": "10001:10001", "Entrypoint": ["/sealord"], "Cmd": ["serve-mail", "/office"]}
for key, value in wanted.items():
    if config.get(key) != value:
        sys.exit(f"{key} of the image is {config.get(key)}, not {value}")
for layer in manifest["layers"]:
    with tarfile.open(blob(layer)) as files:
        files.extractall(to)
size = sum(blob(layer).stat().st_size for layer in manifest["layers"])
unpacked = sum(path.stat().st_size for path in to.rglob("*") if path.is_file())
print(f"image: {size} bytes packed, {unpacked} unpacked")
