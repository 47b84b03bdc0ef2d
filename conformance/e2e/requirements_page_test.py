"""docs/requirements.md is what `plumbline list` writes."""

import os
import unittest

import programs

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


class RequirementsPage(unittest.TestCase):
    def test_is_up_to_date(self):
        options = ("list", "--requirements", "--format", "markdown")
        with open(os.path.join(ROOT, "docs/requirements.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), programs.run(*options).stdout,
                             f"write it anew: plumbline {' '.join(options)} > docs/requirements.md")


if __name__ == "__main__":
    unittest.main()
