#include "spec/example_values/scalar_values.hpp"

#include "spec/example_values/pattern_text.hpp"
#include "spec/json/access.hpp"
#include "spec/regex/ecma_regex.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace plumbline {
namespace {

constexpr std::string_view kPlainText = "text";

/// A format and a text of it. `{}` is the index, `{:N}` for its digits.
struct FormatText {
    std::string_view format;
    fmt::string_view text;
};

constexpr std::array<FormatText, 21> kFormatTexts{{
    {"uuid", "00000000-0000-4000-8000-{:012}"},
    {"date-time", "2026-01-05T09:00:00.{:03}Z"},
    {"date", "2026-01-05"},
    {"time", "09:00:00.{:03}Z"},
    {"duration", "PT{}S"},
    {"email", "name{}@example.org"},
    {"idn-email", "name{}@example.org"},
    {"hostname", "host{}.example.org"},
    {"idn-hostname", "host{}.example.org"},
    {"ipv4", "192.0.2.{}"},
    {"ipv6", "2001:db8::{:x}"},
    {"uri", "https://example.org/{}"},
    {"uri-reference", "/{}"},
    {"iri", "https://example.org/{}"},
    {"iri-reference", "/{}"},
    {"uri-template", "/{}/{{id}}"},
    {"json-pointer", "/{}"},
    {"relative-json-pointer", "{}/name"},
    {"regex", "^text{}$"},
    {"byte", "dGV4dA=="},
    {"password", "password{}"},
}};

std::optional<std::string> text_of_format(std::string_view format, std::size_t index) {
    for (const FormatText& row : kFormatTexts) {
        if (row.format != format) continue;
        // The last part of an IPv4 address, and the fraction of a second, have an end.
        const std::size_t number = format == "ipv4" ? index % 255 : index % 1000;
        const bool is_unbounded = format == "uuid" || format == "uri";
        return fmt::format(fmt::runtime(row.text), is_unbounded ? index : number);
    }
    return std::nullopt;
}

std::size_t length_limit(std::optional<double> limit, std::size_t otherwise) {
    if (!limit || *limit < 0 || *limit > static_cast<double>(kMaxExampleText)) return otherwise;
    return static_cast<std::size_t>(*limit);
}

/// Returns a text that all patterns match; nothing if none is found.
std::optional<std::string> text_of_patterns(const SchemaParts& parts,
                                            std::size_t index,
                                            std::size_t least) {
    std::vector<std::string> patterns;
    for (const auto& schema : parts.schemas()) {
        if (const std::string pattern = string_or(*schema.value, "pattern", ""); !pattern.empty())
            patterns.push_back(pattern);
    }
    const auto matches_all = [&](const std::string& text) {
        return std::all_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
            const auto regex = EcmaRegex::compile(pattern);
            return regex && regex->search(text).value_or(false);
        });
    };
    constexpr std::size_t kFewRepetitions = 4;
    for (const std::string& pattern : patterns) {
        // More repetitions until the text is long enough; most texts are at the first try.
        for (const std::size_t extra : {std::size_t{0}, std::size_t{1}, kFewRepetitions, least}) {
            auto text = text_of_pattern(pattern, index, extra);
            if (!text) break;
            const bool is_open = !pattern.ends_with('$');
            if (text->size() < least && is_open) text->resize(least, 'x');
            if (text->size() >= least && matches_all(*text)) return text;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> example_string(const SchemaParts& parts, std::size_t index) {
    const std::size_t least = length_limit(parts.greatest("minLength"), 0);
    const std::size_t most = length_limit(parts.smallest("maxLength"), kMaxExampleText);
    if (parts.has("pattern")) return text_of_patterns(parts, index, least);
    if (const Json* format = parts.keyword("format")) {
        if (auto text = text_of_format(as_string(*format).value_or(""), index)) return text;
    }
    std::string text(kPlainText);
    if (index > 0 || least > text.size()) text += std::to_string(index);
    if (text.size() > most) text = text.substr(text.size() - most);
    if (text.size() < least) text.resize(least, 'x');
    return text;
}

std::optional<Json> example_number(const SchemaParts& parts, std::size_t index, bool is_integer) {
    const double step = parts.greatest("multipleOf").value_or(is_integer ? 1 : 0);
    double least = parts.greatest("minimum").value_or(-HUGE_VAL);
    double most = parts.smallest("maximum").value_or(HUGE_VAL);
    const double gap = step > 0 ? step : 0.5;
    if (const auto above = parts.greatest("exclusiveMinimum"))
        least = std::max(least, *above + gap);
    if (const auto below = parts.smallest("exclusiveMaximum")) most = std::min(most, *below - gap);
    // OpenAPI 3.0: the exclusive bounds are flags.
    if (parts.has_flag("exclusiveMinimum")) least += gap;
    if (parts.has_flag("exclusiveMaximum")) most -= gap;
    if (least > most) return std::nullopt;
    const double unit = step > 0 ? step : 1;
    const double distance = static_cast<double>(index) * unit;
    const double first = std::clamp(1.0, least, most);
    double value = first + distance;
    // Past the end, the numbers go on at the beginning, or downwards if there is none.
    const bool has_both = least > -HUGE_VAL && most < HUGE_VAL;
    if (value > most)
        value = has_both ? least + std::fmod(value - least, most - least + unit) : first - distance;
    value = std::min(value, most);
    if (step > 0) {
        value = std::ceil(value / step) * step;
        if (value > most) value = std::floor(most / step) * step;
        if (value < least) return std::nullopt;
    }
    constexpr double kMaxExactInteger = 9'007'199'254'740'992;
    const bool is_whole = value == std::floor(value) && std::abs(value) <= kMaxExactInteger;
    if (is_whole) return Json(static_cast<std::int64_t>(value));
    return is_integer ? std::nullopt : std::optional<Json>(Json(value));
}

}  // namespace plumbline
