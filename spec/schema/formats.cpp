#include "spec/schema/formats.hpp"

#include "spec/base/ids.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/regex/regex.hpp"
#include "spec/schema/date_text.hpp"
#include "spec/schema/exact_arithmetic.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

namespace plumbline {
namespace {

/// A character in any part of a URI.
constexpr std::string_view kUriUnit = "[A-Za-z0-9._~!$&'()*+,;=-]|%[[:xdigit:]][[:xdigit:]]";

/// Returns a pattern of URIs with this scheme, whose path begins with a slash or this segment. Of
/// an address in brackets only the characters are checked. Source: RFC 3986, appendix A.
Regex compile_uri_pattern(std::string_view scheme, std::string_view segment) {
    const std::string pattern = fmt::format(
        "^{scheme}(?:"
        "//(?:(?:{unit}|:)*@)?"                              // user
        "(?:\\[[[:xdigit:]:.]+\\]|(?:{unit})*)(?::[0-9]*)?"  // host and port
        "(?:/(?:{unit}|[:@/])*)?"
        "|/(?:(?:{unit}|[:@])(?:{unit}|[:@/])*)?"
        "|(?:{segment}(?:/(?:{unit}|[:@/])*)?)?"
        ")(?:\\?(?:{unit}|[:@/?])*)?(?:#(?:{unit}|[:@/?])*)?$",
        fmt::arg("scheme", scheme),
        fmt::arg("segment", segment),
        fmt::arg("unit", kUriUnit));
    return Regex::compile(pattern).value();
}

bool is_uri(std::string_view text) {
    static const Regex kUri =
        compile_uri_pattern("[A-Za-z][A-Za-z0-9+.-]*:", fmt::format("(?:{}|[:@])+", kUriUnit));
    return kUri.search(text);
}

bool is_uri_reference(std::string_view text) {
    // Without a scheme, the first segment must not contain a colon.
    static const Regex kRelative = compile_uri_pattern("", fmt::format("(?:{}|@)+", kUriUnit));
    return is_uri(text) || kRelative.search(text);
}

template <bool (*kFits)(std::string_view)>
bool text_fits(const Json& value) {
    return !value.is_string() || kFits(value.get_ref<const std::string&>());
}

template <typename Integer>
bool integer_fits(const Json& value) {
    if (!value.is_number()) return true;
    const Json least = std::numeric_limits<Integer>::min();
    const Json most = std::numeric_limits<Integer>::max();
    return is_integral(value) && compare_numbers(value, least) >= 0 &&
           compare_numbers(value, most) <= 0;
}

// float, double and password do not constrain a JSON value.
bool accept_any(const Json&) {
    return true;
}

constexpr Format kFormats[] = {
    {"date", text_fits<is_date>, "a date such as 2026-01-31"},
    {"date-time", text_fits<is_date_time>, "an RFC 3339 time such as 2026-01-31T10:20:30Z"},
    {"time", text_fits<is_time>, "a time of day with offset, such as 10:20:30Z"},
    {"uuid", text_fits<is_uuid>, "a UUID such as 2eb8aa08-aa98-11ea-b4aa-73b441d16380"},
    {"uri", text_fits<is_uri>, "a URI with its scheme, such as https://host/path"},
    {"uri-reference", text_fits<is_uri_reference>, "a URI or a relative reference"},
    {"int32", integer_fits<std::int32_t>, "an integer of 32 bits"},
    {"int64", integer_fits<std::int64_t>, "an integer of 64 bits"},
    {"float", accept_any, ""},
    {"double", accept_any, ""},
    {"password", accept_any, ""},
};

}  // namespace

const Format* find_format(std::string_view name) {
    const auto row = std::find_if(std::begin(kFormats),
                                  std::end(kFormats),
                                  [&](const Format& format) { return format.name == name; });
    return row == std::end(kFormats) ? nullptr : row;
}

bool is_same_in_format(std::string_view format, std::string_view a, std::string_view b) {
    if (a == b) return true;
    if (format == "date-time") return is_same_instant(a, b);
    return format == "uuid" && is_uuid(a) && equals_ignoring_case(a, b);
}

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const Format& format : kFormats) names.emplace_back(format.name);
    return names;
}

}  // namespace plumbline
