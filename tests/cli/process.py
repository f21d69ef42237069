"""The program as a user runs it: in this process, or where that is the point, in one of its own with a pipe or a terminal."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from houseway.cli import main
from tests.kit.waiting import PATIENCE

HOUSEWAY = Path(sys.executable).parent / "houseway"
_PLAIN = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


class Ran(NamedTuple):
    """What was printed, and the exit code."""

    code: int
    out: str
    err: str


def houseway(*words: str, stdin: str | bytes = b"", env: dict[str, str] | None = None) -> Ran:
    """Run a verb in this process: what it costs to start one a hundred times is better spent on testing."""
    surroundings = {"COLUMNS": "80", **(env or {})}
    ran = CliRunner(env=surroundings).invoke(main, words, input=stdin, prog_name="houseway")
    return Ran(ran.exit_code, ran.stdout, ran.stderr)


def process(*words: str, stdin: str | bytes = b"", env: dict[str, str] | None = None) -> Ran:
    """Run a verb in a process of its own, with a pipe for each stream."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    surroundings = {**os.environ, "COLUMNS": "80", **(env or {})}
    done = subprocess.run([HOUSEWAY, *words], input=given, capture_output=True, env=surroundings, check=False)
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def closed(*words: str, stdin: bool = False, stdout: str = "") -> Ran:
    """Run a verb with standard input closed, or with standard output going to a file such as /dev/full."""
    shell = f'exec "$0" "$@"{" <&-" if stdin else " </dev/null"}{f" >{stdout}" if stdout else ""}'
    surroundings = {**os.environ, "COLUMNS": "80"}
    done = subprocess.run(["sh", "-c", shell, HOUSEWAY, *words], capture_output=True, env=surroundings, check=False)
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def at_terminal(
    words: Sequence[str],
    typed: Sequence[str],
    *,
    program: Path = HOUSEWAY,
    env: Mapping[str, str] = os.environ,
) -> Ran:
    """Run a verb at a terminal of 80 columns; each text is typed when the program prompts for it."""
    pid, terminal = pty.fork()
    if pid == 0:
        # Where the tests run in the background Ctrl-C is ignored, and the program would inherit that.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        size = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "50"}
        os.execve(program, ["houseway", *words], {**env, **size})
    shown, prompted, left = "", 0, list(typed)
    decoder = codecs.getincrementaldecoder("utf-8")()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.05)
        if ready:
            try:
                read = os.read(terminal, 65536)
            except OSError:
                break
            if not read:
                break
            shown += decoder.decode(read)
        elif left and _PLAIN.sub("", shown[prompted:]).rstrip(" ").endswith("\n>"):
            prompted = len(shown)
            os.write(terminal, left.pop(0).encode())
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    return Ran(os.waitstatus_to_exitcode(status), _PLAIN.sub("", shown), "")
