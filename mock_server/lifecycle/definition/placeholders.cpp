#include "mock_server/lifecycle/definition/placeholders.hpp"

#include "mock_server/lifecycle/simulation.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

/// What a placeholder is filled from.
struct PlaceholderCall {
    Simulation& simulation;
    std::string_view argument;  ///< the text after the colon
    const Record* self;         ///< not null for placeholders that need a record
    const EffectContext& context;
};

/// Returns a commit id: 40 hexadecimal digits.
std::string commit_sha(IdSource& ids) {
    const std::uint64_t first = ids.next();
    const std::uint64_t second = ids.next();
    constexpr unsigned kShift = 32;
    return fmt::format("{:016x}{:016x}{:08x}", first, second, ids.next() >> kShift);
}

Json value_at(const Json* root, std::string_view pointer) {
    const Json* value = root ? find(*root, pointer) : nullptr;
    return value ? *value : Json();
}

/// Returns the date that is the number of days in the record at the argument after the first date
/// that records can have. That first date is 1000 days before the world's start, so that all dates
/// lie in the past.
Json day_text(const PlaceholderCall& call) {
    constexpr std::int64_t kDaysBefore = 1000;
    const std::int64_t days =
        as_integer(value_at(call.self->body.get(), call.argument)).value_or(0);
    const Instant day = std::chrono::floor<std::chrono::days>(call.simulation.world().start) +
                        std::chrono::days(days - kDaysBefore);
    return to_text(day).substr(0, std::string_view("2026-01-05").size());
}

using FilledPlaceholder = std::optional<Json>;

/// A placeholder; a name that ends in ':' needs an argument.
struct PlaceholderRow {
    std::string_view name;
    bool needs_record;
    bool needs_request;  ///< needs the request that has changed the record
    FilledPlaceholder (*value)(const PlaceholderCall&);
};

/// Returns the parent of the record, null if there is none.
const Record* parent_of(const PlaceholderCall& call) {
    return call.simulation.store.find(call.self->owner);
}

constexpr std::array<PlaceholderRow, 12> kPlaceholders{{
    {"id", true, false, [](auto& call) -> FilledPlaceholder { return call.self->ref.id; }},
    {"now",
     false,
     false,
     [](auto& call) -> FilledPlaceholder { return to_text(call.simulation.current_time); }},
    {"tenant",
     false,
     false,
     [](auto& call) { return call.self ? FilledPlaceholder(call.self->tenant) : std::nullopt; }},
    {"sha",
     false,
     false,
     [](auto& call) -> FilledPlaceholder { return commit_sha(call.simulation.ids); }},
    {"uuid",
     false,
     false,
     [](auto& call) -> FilledPlaceholder { return call.simulation.ids.uuid(); }},
    {"parent_id",
     true,
     false,
     [](auto& call) -> FilledPlaceholder {
         return parent_of(call) ? parent_of(call)->ref.id : "";
     }},
    {"body:",
     true,
     false,
     [](auto& call) -> FilledPlaceholder {
         return value_at(call.self->body.get(), call.argument);
     }},
    {"parent:",
     true,
     false,
     [](auto& call) -> FilledPlaceholder {
         return value_at(parent_of(call) ? parent_of(call)->body.get() : nullptr, call.argument);
     }},
    {"named:",
     false,
     false,
     [](auto& call) -> FilledPlaceholder {
         return named_id(call.simulation.setup.seed, call.argument);
     }},
    {"day:", true, false, [](auto& call) -> FilledPlaceholder { return day_text(call); }},
    {"request:",
     false,
     true,
     [](auto& call) -> FilledPlaceholder { return value_at(call.context.payload, call.argument); }},
    {"before:",
     true,
     true,
     [](auto& call) -> FilledPlaceholder {
         return value_at(call.context.previous, call.argument);
     }},
}};

bool is_available(const PlaceholderRow& row, PlaceholderScope scope) {
    if (row.needs_record && scope == PlaceholderScope::kNoRecord) return false;
    return !row.needs_request || scope == PlaceholderScope::kRequest;
}

/// An argument is a name or a pointer. A placeholder with a parameter must have an argument.
bool matches_placeholder(std::string_view name, std::string_view known) {
    if (known.back() != ':') return name == known;
    const std::string_view argument = name.substr(std::min(known.size(), name.size()));
    return name.starts_with(known) && !argument.empty() &&
           (known == "named:" || argument.front() == '/');
}

}  // namespace

Result<void> check_placeholders(const FixtureValue& node,
                                PlaceholderScope scope,
                                const std::vector<std::string>& also) {
    std::vector<std::string> known = also;
    for (const PlaceholderRow& row : kPlaceholders) {
        if (is_available(row, scope)) known.emplace_back(row.name);
    }
    for (const std::string& name : placeholders(node.json())) {
        const bool is_known = std::any_of(known.begin(), known.end(), [&](const std::string& one) {
            return matches_placeholder(name, one);
        });
        if (is_known) continue;
        return node.fail(
            fmt::format("unknown placeholder {{{}}}; the known ones are {}, where a colon is "
                        "followed by an argument",
                        name,
                        join(known, ", ")));
    }
    return {};
}

std::optional<Json> placeholder_value(Simulation& simulation,
                                      std::string_view name,
                                      const Record* self,
                                      const EffectContext& context) {
    const std::size_t colon = name.find(':');
    const std::size_t end = colon == std::string_view::npos ? name.size() : colon + 1;
    const auto row =
        std::find_if(kPlaceholders.begin(), kPlaceholders.end(), [&](const PlaceholderRow& one) {
            return one.name == name.substr(0, end);
        });
    if (row == kPlaceholders.end() || (row->needs_record && !self)) return std::nullopt;
    return row->value({simulation, name.substr(end), self, context});
}

}  // namespace plumbline::mock
