#include "benchmarks/load/result/text/text_table.hpp"

#include <algorithm>

namespace plumbline::load {

std::string render_text_table(const TextTable& table) {
    std::vector<std::size_t> widths;
    for (const auto& row : table.rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    const auto is_left = [&](std::size_t column) {
        return column == 0 ||
               std::find(table.left_aligned.begin(), table.left_aligned.end(), column) !=
                   table.left_aligned.end();
    };
    std::string text;
    for (const auto& row : table.rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string blanks(widths[i] - row[i].size(), ' ');
            if (i > 0) line += "  ";
            line += is_left(i) ? row[i] + blanks : blanks + row[i];
        }
        line.resize(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

}  // namespace plumbline::load
