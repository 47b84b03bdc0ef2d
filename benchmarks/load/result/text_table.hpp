#pragma once
// Tables for a terminal.

#include <string>
#include <vector>

namespace plumbline::load {

/// Rows of cells; the first column and those in `left` are aligned to the left, others to the
/// right. Rows may be shorter than others; cells are ASCII.
struct TextTable {
    std::vector<std::vector<std::string>> rows{};
    std::vector<std::size_t> left{};
};

/// Returns the rows as lines, columns two blanks apart, without blanks at the end of a line.
[[nodiscard]] std::string aligned(const TextTable& table);

}  // namespace plumbline::load
