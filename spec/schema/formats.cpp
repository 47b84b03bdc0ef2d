#include "spec/schema/formats.hpp"

#include "spec/base/ids.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/numbers.hpp"
#include "spec/regex/ecma_regex.hpp"
#include "spec/schema/text_formats.hpp"

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

/// Returns a pattern of URIs with this scheme, whose path begins with a slash or this segment. Its
/// first group is an address in brackets. Source: RFC 3986, appendix A.
Regex compile_uri_pattern(std::string_view scheme, std::string_view segment) {
    const std::string pattern = fmt::format(
        "^{scheme}(?:"
        "//(?:(?:{unit}|:)*@)?"  // user
        "(?:\\[([[:xdigit:]:.]+|[vV][[:xdigit:]]+\\.(?:{unit}|:)+)\\]|(?:{unit})*)(?::[0-9]*)?"
        "(?:/(?:{unit}|[:@/])*)?"
        "|/(?:(?:{unit}|[:@])(?:{unit}|[:@/])*)?"
        "|(?:{segment}(?:/(?:{unit}|[:@/])*)?)?"
        ")(?:\\?(?:{unit}|[:@/?])*)?(?:#(?:{unit}|[:@/?])*)?$",
        fmt::arg("scheme", scheme),
        fmt::arg("segment", segment),
        fmt::arg("unit", kUriUnit));
    return Regex::compile(pattern).value();
}

bool matches_uri(const Regex& pattern, std::string_view text) {
    const auto address = pattern.first_group(text);
    const bool is_numeric =
        address && !address->empty() && address->front() != 'v' && address->front() != 'V';
    return address && (!is_numeric || is_ipv6(*address));
}

bool is_uri(std::string_view text) {
    static const Regex kUri =
        compile_uri_pattern("[A-Za-z][A-Za-z0-9+.-]*:", fmt::format("(?:{}|[:@])+", kUriUnit));
    return matches_uri(kUri, text);
}

bool is_uri_reference(std::string_view text) {
    // Without a scheme, the first segment must not contain a colon.
    static const Regex kRelative = compile_uri_pattern("", fmt::format("(?:{}|@)+", kUriUnit));
    return is_uri(text) || matches_uri(kRelative, text);
}

/// Replaces characters beyond ASCII that an IRI may contain by one that a URI may contain, except
/// in its scheme. Source: RFC 3987, section 2.2 (ucschar, iprivate).
std::string uri_of_iri(std::string_view text) {
    static const Regex kCharacter = Regex::compile(
                                        "[\\x{A0}-\\x{D7FF}\\x{E000}-\\x{FDCF}\\x{FDF0}-\\x{FFEF}"
                                        "\\x{10000}-\\x{10FFFD}]")
                                        .value();
    return kCharacter.replace_all(text, "_");
}

bool is_iri(std::string_view text) {
    return is_uri(uri_of_iri(text));
}

bool is_iri_reference(std::string_view text) {
    return is_uri_reference(uri_of_iri(text));
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

// These do not constrain a JSON value.
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
    {"iri", text_fits<is_iri>, "an IRI with its scheme, such as https://host/path"},
    {"iri-reference", text_fits<is_iri_reference>, "an IRI or a relative reference"},
    {"uri-template", text_fits<is_uri_template>, "a URI template such as /a/{id}"},
    {"email", text_fits<is_email>, "an email address such as name@example.org"},
    {"idn-email", text_fits<is_internationalized_email>, "an email address"},
    {"hostname", text_fits<is_hostname>, "a host name such as www.example.org"},
    {"idn-hostname", text_fits<is_internationalized_hostname>, "a host name"},
    {"ipv4", text_fits<is_ipv4>, "an IPv4 address such as 192.0.2.1"},
    {"ipv6", text_fits<is_ipv6>, "an IPv6 address such as 2001:db8::1"},
    {"duration", text_fits<is_duration>, "a duration such as P1DT12H"},
    {"byte", text_fits<is_base64>, "text in Base64 such as YWJj"},
    {"json-pointer", text_fits<is_json_pointer>, "a JSON Pointer such as /a/0"},
    {"relative-json-pointer", text_fits<is_relative_json_pointer>, "a pointer such as 1/a"},
    {"regex", text_fits<is_ecma_pattern>, "a regular expression of ECMA-262"},
    {"int32", integer_fits<std::int32_t>, "an integer of 32 bits"},
    {"int64", integer_fits<std::int64_t>, "an integer of 64 bits"},
    {"float", accept_any, ""},
    {"double", accept_any, ""},
    {"password", accept_any, ""},
    {"binary", accept_any, ""},
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
