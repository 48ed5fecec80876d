"""Decides how child processes live: never longer than we do, and never as root where refused."""

import contextlib
import ctypes
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType

import psutil

# Numbers of Linux's prctl(2) and capset(2).
_PR_SET_PDEATHSIG = 1
_PR_SET_SECUREBITS = 28
_SECBIT_NO_SETUID_FIXUP = 4
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_RAISE = 2
_CAP_DAC_OVERRIDE = 1
_CAPABILITY_VERSION_3 = 0x20080522

_LINUX = sys.platform.startswith("linux")


def unprivileged_user() -> pwd.struct_passwd | None:
    """Return the account to run PostgreSQL as when we are root (it refuses root), else None."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def start(
    command: Sequence[str | Path],
    *,
    log: Path,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    user: pwd.struct_passwd | None = None,
    dying_signal: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start `command` in the background, with its output in `log`.

    It gets a session of its own, so that Ctrl-C reaches us alone and we stop things in order;
    and on Linux the kernel sends it `dying_signal` if we die in any way, `kill -9` included.
    """
    with log.open("ab") as output:
        return subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=dict(env) if env is not None else None,
            cwd=cwd,
            start_new_session=True,
            preexec_fn=_before_exec(user=user, dying_signal=dying_signal),
        )


def run(command: Sequence[str | Path], *, user: pwd.struct_passwd | None = None) -> None:
    """Run `command` to its end; raises `RuntimeError` with its output when it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_before_exec(user=user, dying_signal=signal.SIGTERM),
    )
    if done.returncode:
        said = (done.stdout + done.stderr).strip()
        raise RuntimeError(f"{Path(command[0]).name} failed with status {done.returncode}:\n{said}")


def stop(
    process: subprocess.Popen[bytes] | psutil.Process,
    *,
    signals: Sequence[signal.Signals] = (signal.SIGTERM, signal.SIGKILL),
    patience: float = 15,
) -> None:
    """Send the signals in turn, waiting `patience` seconds after each, until the process ends."""
    for number in signals:
        try:
            process.send_signal(number)
            process.wait(patience)
        except (subprocess.TimeoutExpired, psutil.TimeoutExpired):
            continue
        except (ProcessLookupError, psutil.NoSuchProcess):
            pass
        return


def working_in(directory: Path) -> list[psutil.Process]:
    """Return the processes that work in `directory`: what a crashed run may have left behind.

    A server is known by where it works, not by a process id that may be another program's by now.
    """
    found = []
    for process in psutil.process_iter():
        # Those that end meanwhile, that have ended, or that are none of our business.
        with contextlib.suppress(psutil.Error, OSError):
            if process.cwd() == str(directory.resolve()):
                found.append(process)
    return found


@contextlib.contextmanager
def ending_signals_raise() -> Iterator[None]:
    """Turn SIGINT, SIGTERM and SIGHUP into `KeyboardInterrupt`, so that everything is stopped in order.

    SIGINT too: a shell lets what it starts in the background ignore it.
    """

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _before_exec(*, user: pwd.struct_passwd | None, dying_signal: signal.Signals) -> Callable[[], None]:
    """Return what the child does between fork and exec; prepared here, as little as can be there."""
    libc = ctypes.CDLL(None, use_errno=True) if _LINUX else None
    parent = os.getpid()

    def prepare() -> None:
        if user is not None:
            if libc is not None:
                # Changing the user then leaves the powers, and access(2) looks at them too.
                libc.prctl(_PR_SET_SECUREBITS, _SECBIT_NO_SETUID_FIXUP, 0, 0, 0)
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
            if libc is not None:
                _keep_access_to_files(libc)
        if libc is not None:
            # After setuid, which would clear it.
            libc.prctl(_PR_SET_PDEATHSIG, int(dying_signal), 0, 0, 0)
            if os.getppid() != parent:
                os._exit(1)

    return prepare


class _Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class _Sets(ctypes.Structure):
    _fields_ = [
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    ]


def _keep_access_to_files(libc: ctypes.CDLL) -> None:
    """Keep, of root's powers, only the access to files, through exec.

    A checkout under a closed directory (root's home) could otherwise not be entered, and
    opening that directory to everyone is not ours to do.
    """
    mask = 1 << _CAP_DAC_OVERRIDE
    sets = (_Sets * 2)(_Sets(mask, mask, mask), _Sets(0, 0, 0))
    libc.capset(ctypes.byref(_Header(_CAPABILITY_VERSION_3, 0)), sets)
    libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, _CAP_DAC_OVERRIDE, 0, 0)
