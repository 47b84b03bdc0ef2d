#pragma once
// Tables for a terminal.

#include <string>
#include <vector>

namespace plumbline::load {

/// Rows of cells; the first column and those in `left_aligned` are aligned to the left, others to
/// the right. Rows may have different lengths; cells are ASCII.
struct TextTable {
    std::vector<std::vector<std::string>> rows{};
    std::vector<std::size_t> left_aligned{};
};

/// Returns the rows as lines, with columns two blanks apart and without trailing blanks.
[[nodiscard]] std::string render_text_table(const TextTable& table);

}  // namespace plumbline::load
