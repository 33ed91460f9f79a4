"""Runs totp-import over the rows of one partition. Every worker gets this file (`SparkContext.addPyFile`)."""

import subprocess
import tempfile
import threading


class Program:
    """A run of totp-import that reads what `feed` writes, while the caller reads what it prints.

    The exit codes 0, 1 and 2 are results: something may be wrong with the input. Anything else ends the task.
    """

    def __init__(self, command, feed):
        """`feed` is called with the program's standard input, on a thread of its own."""
        # Messages contain no secrets, but there may be one per row.
        self.messages = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.messages,
                                        bufsize=1 << 20)
        self.output = self.process.stdout
        self.failure = None
        self.feeder = threading.Thread(target=self.feed, args=(feed,), daemon=True)
        self.feeder.start()

    def feed(self, feed):
        try:
            with self.process.stdin as stdin:
                feed(stdin)
        except BrokenPipeError:
            pass  # The exit code says why.
        except BaseException as failure:
            self.failure = failure
            self.process.kill()

    def finish(self):
        """Waits for the end. To be called when all output was read."""
        self.feeder.join()
        status = self.process.wait()
        if self.failure:
            raise self.failure
        if status not in (0, 1, 2):
            self.messages.seek(0)
            last = self.messages.read()[-2000:].decode(errors="replace")
            raise RuntimeError(f"totp-import ended with {status}: {last}")
