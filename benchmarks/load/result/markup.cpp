#include "benchmarks/load/result/markup.hpp"

#include "reports/xml.hpp"

#include <fmt/format.h>

namespace plumbline::load {
namespace {

std::string row_markup(const std::vector<std::string>& row, bool ends_in_words) {
    std::string html = "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string text = reports::xml_text(row[i]);
        const bool is_words = ends_in_words && i + 1 == row.size();
        html += i == 0 ? fmt::format("<th scope=\"row\">{}</th>", text)
                       : fmt::format("<td{}>{}</td>", is_words ? " class=\"words\"" : "", text);
    }
    return html + "</tr>\n";
}

}  // namespace

std::string html_element(std::string_view tag, std::string_view text) {
    return fmt::format("<{}>{}</{}>\n", tag, reports::xml_text(text), tag);
}

std::string html_table(const HtmlTable& table) {
    // Keyboards must be able to scroll it, so it takes the focus and has a name.
    std::string html = fmt::format(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table>\n",
        reports::xml_attribute(table.caption));
    html += fmt::format("<caption>{}</caption>\n<thead><tr>", reports::xml_text(table.caption));
    for (const std::string& cell : table.head)
        html += fmt::format("<th scope=\"col\">{}</th>", reports::xml_text(cell));
    html += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) html += row_markup(row, table.ends_in_words);
    return html + "</tbody></table></div>\n";
}

std::string html_details(std::string_view summary, std::string_view content) {
    return fmt::format(
        "<details><summary>{}</summary>\n{}</details>\n", reports::xml_text(summary), content);
}

}  // namespace plumbline::load
