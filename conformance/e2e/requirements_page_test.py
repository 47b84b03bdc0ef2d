"""docs/requirements.md is what `plumbline list` writes."""

import os
import re
import unittest

import programs

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
OPTIONS = ("list", "--requirements", "--format", "markdown")


class RequirementsPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = programs.run(*OPTIONS).stdout

    def test_is_up_to_date(self):
        with open(os.path.join(ROOT, "docs/requirements.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), self.page, f"write it anew: plumbline {' '.join(OPTIONS)} > docs/requirements.md")

    def test_each_checkable_stated_or_implied_requirement_is_broken_by_a_fault(self):
        rows = [re.split(r"(?<!\\) ?\| ?", line)[1:-1] for line in self.page.splitlines() if line.startswith("| ")]
        requirements = [row for row in rows if row[0] != "id"]
        self.assertGreater(len(requirements), 500)
        self.assertEqual([name for name, _, basis, needs, broken_by in requirements
                          if basis in ("stated", "implied") and not needs.startswith("not checkable") and not broken_by.strip()], [])


if __name__ == "__main__":
    unittest.main()
