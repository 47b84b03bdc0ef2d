#pragma once
// Small pieces of HTML. Everything that comes from outside passes through them and is escaped.

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::load {

/// A table of plain text; the first cell of a row is its heading.
struct HtmlTable {
    std::string caption{};
    std::vector<std::string> head{};
    std::vector<std::vector<std::string>> rows{};
    bool ends_in_words = false;  ///< the last column is sentences, which may wrap
};

/// Returns `<tag>text</tag>` with the text escaped.
[[nodiscard]] std::string html_element(std::string_view tag, std::string_view text);
/// Returns a table that scrolls by itself where the screen is too narrow for it.
[[nodiscard]] std::string html_table(const HtmlTable& table);
/// Returns what is shown only when somebody opens it. `content` is markup.
[[nodiscard]] std::string html_details(std::string_view summary, std::string_view content);

}  // namespace plumbline::load
