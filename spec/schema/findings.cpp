#include "spec/schema/findings.hpp"

#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace plumbline {

void Findings::add(const Path* path,
                   std::string_view keyword,
                   std::string schema_pointer,
                   std::string message) {
    std::vector<Step> steps;
    for (; path != nullptr; path = path->parent) {
        steps.push_back(path->key != nullptr ? Step(*path->key) : Step(path->index));
    }
    std::reverse(steps.begin(), steps.end());
    std::string pointer;
    for (const Step& step : steps) {
        const auto* key = std::get_if<std::string>(&step);
        pointer += '/';
        pointer += key != nullptr ? escape_pointer_token(*key) : std::to_string(std::get<0>(step));
    }
    found_.push_back({std::move(steps),
                      {std::move(pointer),
                       std::string(keyword),
                       std::move(schema_pointer),
                       std::move(message)}});
}

std::vector<Violation> Findings::in_document_order() && {
    std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
        return std::tie(a.path, a.violation.schema_pointer, a.violation.message) <
               std::tie(b.path, b.violation.schema_pointer, b.violation.message);
    });
    std::vector<Violation> violations;
    for (Found& found : found_) {
        if (violations.empty() || violations.back() != found.violation) {
            violations.push_back(std::move(found.violation));
        }
    }
    return violations;
}

std::string described(const Json& value) {
    constexpr std::size_t kMaxBytes = 80;
    if (value.is_null()) return "null";
    if (value.is_object()) return fmt::format("an object of {} members", value.size());
    if (value.is_array()) return fmt::format("an array of {} items", value.size());
    return fmt::format("{} {}", type_name(value), to_short_text(value, kMaxBytes));
}

}  // namespace plumbline
