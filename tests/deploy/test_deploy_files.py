"""The files in `deploy`: the unit, the image, the compose file and the rules say what the program understands."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from saloon.server.configuration import read_configuration

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()


def needs(name: str) -> str:
    """Return the path of a program, or skip the test."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def test_the_variables_of_image_and_compose_file_are_settings(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a long enough secret for a test\n")
    image = dict(re.findall(r"(SALOON_\w+)=(\S+)", DOCKERFILE))
    service = {name: str(value) for name, value in COMPOSE["services"]["saloon"]["environment"].items()}
    variables = {**image, **service}
    found = {name: str(secret) if name.endswith("_FILE") else value for name, value in variables.items()}
    settings = read_configuration(None, found, {}, default_database="").settings
    assert (settings.log_format, settings.drain_seconds) == ("json", 20)
    assert settings.operator_token == settings.metrics_token == secret.read_text().strip()


def test_what_the_compose_file_mounts_is_there() -> None:
    for name, service in COMPOSE["services"].items():
        for mount in service.get("volumes", ()):
            source = mount.partition(":")[0]
            there = source in COMPOSE["volumes"] or (DEPLOY / source).is_file()
            assert there, (name, mount)
        assert {*service.get("secrets", ())} <= {*COMPOSE["secrets"]}, name
    made = (DEPLOY / "secrets.sh").read_text()
    assert all(name in made for name in COMPOSE["secrets"])


def test_what_the_image_copies_is_there_and_not_ignored() -> None:
    copied = [word for line in re.findall(r"^COPY (?!--)(.+)", DOCKERFILE, re.MULTILINE) for word in line.split()[:-1]]
    assert copied
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    for name in copied:
        assert (ROOT / name).exists()
        assert f"!{name}" in ignored
    assert DOCKERFILE.index("USER saloon") < DOCKERFILE.index("ENTRYPOINT")


def test_secrets_are_made_once_and_for_nobody_else(tmp_path: Path) -> None:
    needs("openssl")
    shutil.copy(DEPLOY / "secrets.sh", tmp_path)
    subprocess.run(["sh", str(tmp_path / "secrets.sh")], check=True)
    made = {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()}
    assert {*made} == {*COMPOSE["secrets"]}
    assert made["postgres"].strip() in made["database"]
    assert (tmp_path / "secrets").stat().st_mode & 0o077 == 0
    subprocess.run(["sh", str(tmp_path / "secrets.sh")], check=True)
    assert made == {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()}


def test_systemd_understands_the_unit_and_calls_it_safe(tmp_path: Path) -> None:
    analyse = needs("systemd-analyze")
    unit = tmp_path / "saloon.service"
    unit.write_text((DEPLOY / "saloon.service").read_text().replace("/opt/saloon/bin/saloon", "/bin/true"))
    verified = subprocess.run([analyse, "verify", str(unit)], capture_output=True, text=True, check=False)
    if "Failed to" in verified.stderr:
        pytest.skip(f"systemd-analyze does not work here: {verified.stderr.strip()}")
    assert (verified.returncode, verified.stderr) == (0, "")
    rated = subprocess.run(
        [analyse, "security", "--offline=true", "--threshold=20", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert rated.returncode == 0, rated.stdout[-200:]


def test_prometheus_understands_rules_and_scrapes(tmp_path: Path) -> None:
    promtool = needs("promtool")
    for name in ("alerts.yaml", "prometheus.yaml"):
        text = (DEPLOY / name).read_text().replace("/run/secrets/metrics", str(tmp_path / "token"))
        (tmp_path / name).write_text(text)
    (tmp_path / "token").write_text("x")
    subprocess.run([promtool, "check", "config", str(tmp_path / "prometheus.yaml")], check=True, capture_output=True)
