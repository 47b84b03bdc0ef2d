"""A Slurm cluster of this machine alone, with its own configuration, key and ports; needs no privileges."""

import contextlib
import getpass
import os
import shutil
import socket
import subprocess
import tempfile

import programs

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "sinfo")
CONFIGURATION = """\
ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
DependencyParameters=kill_invalid_depend
SwitchType=switch/none
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=60 State=UP
"""


def missing_programs():
    """Returns why no cluster can be started here; an empty text if one can."""
    missing = [name for name in PROGRAMS if not find(name)]
    return f"{', '.join(missing)} missing; scripts/setup --full installs Slurm" if missing else ""


def find(name):
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


class SlurmCluster:
    """Controller and one node, ended with the `with` block. Its commands need `environment`."""

    def __init__(self):
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.folder = stack.enter_context(tempfile.TemporaryDirectory())
            self.configure()
            key, seed = (os.path.join(self.folder, name) for name in ("munge.key", "munge.seed"))
            with open(key, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                file.write(os.urandom(128))
            # Root needs --force, which only turns the refusal of an unusual owner into a warning.
            munge = self.start(stack, "munged", "--foreground", "--force", f"--key-file={key}", f"--seed-file={seed}",
                               *(f"--{name}-file={self.folder}/munge.{name}" for name in ("pid", "log")),
                               f"--socket={self.folder}/munge.socket")
            self.wait_for(munge, lambda: os.path.exists(f"{self.folder}/munge.socket"), "munged listens")
            self.start(stack, "slurmctld", "-D")
            node = self.start(stack, "slurmd", "-D")
            self.wait_for(node, lambda: self.run("sinfo", "--noheader", "--format=%t").stdout.strip() == "idle", "the node is idle")
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        self.stack.close()

    def configure(self):
        for name in ("state", "spool"):
            os.mkdir(os.path.join(self.folder, name))
        path = os.path.join(self.folder, "slurm.conf")
        # Tasks of a job run side by side also on a machine with one core.
        values = {"host": socket.gethostname().split(".")[0], "user": getpass.getuser(), "folder": self.folder,
                  "cores": os.cpu_count(), "controller_port": programs.free_port(), "node_port": programs.free_port()}
        with open(path, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(**values))
        self.environment = {"SLURM_CONF": path, "PATH": f"{programs.BIN}:{os.environ['PATH']}:/usr/sbin:/sbin"}

    def start(self, stack, name, *options):
        log = stack.enter_context(open(os.path.join(self.folder, f"{name}.out"), "w+", encoding="utf-8"))
        process = subprocess.Popen([find(name), *options], env={**os.environ, **self.environment}, stdout=log,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        process.log = log
        stack.callback(end, process)
        return process

    def wait_for(self, process, condition, what):
        try:
            programs.wait_until(lambda: process.poll() is not None or condition(), what)
            if process.poll() is not None:
                raise AssertionError(f"{process.args[0]} ended")
        except AssertionError as error:
            process.log.seek(0)
            raise AssertionError(f"{error}:\n{process.log.read()}") from None

    def run(self, *command, cwd=None):
        return programs.run(*command[1:], program=find(command[0]), env=self.environment, cwd=cwd)


def end(process):
    process.terminate()
    try:
        process.wait(programs.DEADLINE_S)
    finally:
        process.kill()
