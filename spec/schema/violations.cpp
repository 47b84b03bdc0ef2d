#include "spec/schema/violations.hpp"

#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace plumbline {

bool SchemaViolations::wants(const std::string& schema_pointer) {
    if (keywords_.insert(schema_pointer).second || violations_.size() < most_kept_) return true;
    ++dropped_;
    return false;
}

void SchemaViolations::add(const InstancePath* path,
                           std::string_view keyword,
                           std::string schema_pointer,
                           std::string message) {
    std::vector<InstanceToken> steps;
    for (; path != nullptr; path = path->parent) {
        steps.push_back(path->key != nullptr ? InstanceToken(*path->key)
                                             : InstanceToken(path->index));
    }
    std::reverse(steps.begin(), steps.end());
    std::string pointer;
    for (const InstanceToken& step : steps) {
        const auto* key = std::get_if<std::string>(&step);
        pointer += '/';
        pointer += key != nullptr ? escape_pointer_token(*key) : std::to_string(std::get<0>(step));
    }
    violations_.push_back({std::move(steps),
                           {std::move(pointer),
                            std::string(keyword),
                            std::move(schema_pointer),
                            std::move(message)}});
}

std::vector<Violation> SchemaViolations::in_document_order() && {
    std::sort(violations_.begin(),
              violations_.end(),
              [](const LocatedViolation& a, const LocatedViolation& b) {
                  return std::tie(a.path, a.violation.schema_pointer, a.violation.message) <
                         std::tie(b.path, b.violation.schema_pointer, b.violation.message);
              });
    std::vector<Violation> violations;
    for (LocatedViolation& found : violations_) {
        if (violations.empty() || violations.back() != found.violation) {
            violations.push_back(std::move(found.violation));
        }
    }
    return violations;
}

std::string describe_value(const Json& value) {
    constexpr std::size_t kMaxBytes = 80;
    if (value.is_null()) return "null";
    if (value.is_object()) return fmt::format("an object of {} members", value.size());
    if (value.is_array()) return fmt::format("an array of {} items", value.size());
    return fmt::format("{} {}", type_name(value), to_short_text(value, kMaxBytes));
}

}  // namespace plumbline
