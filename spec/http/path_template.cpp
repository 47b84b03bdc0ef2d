#include "spec/http/path_template.hpp"

#include "spec/base/text.hpp"
#include "spec/http/url.hpp"

#include <algorithm>

namespace plumbline::http {
namespace {

/// Parses `literal` or `text{name}text`. Returns nothing if the braces are unbalanced or empty, or
/// if there are two parameters: the end of the first would be ambiguous.
std::optional<PathTemplate::TemplateSegment> parse_segment(std::string_view text) {
    constexpr std::string_view kBraces = "{}";
    const std::size_t open = text.find_first_of(kBraces);
    if (open == std::string_view::npos)
        return PathTemplate::TemplateSegment{std::string(text), false};
    const std::size_t close = text.find_first_of(kBraces, open + 1);
    const bool is_parameter = text[open] == '{' && close != std::string_view::npos &&
                              text[close] == '}' && close > open + 1;
    if (!is_parameter || text.find_first_of(kBraces, close + 1) != std::string_view::npos)
        return std::nullopt;
    return PathTemplate::TemplateSegment{std::string(text.substr(open + 1, close - open - 1)),
                                         true,
                                         std::string(text.substr(0, open)),
                                         std::string(text.substr(close + 1))};
}

/// Returns the parameter's value in a decoded segment; nothing if the segment does not match.
std::optional<std::string> value_in(const PathTemplate::TemplateSegment& expected,
                                    const std::string& segment) {
    const std::size_t around = expected.before.size() + expected.after.size();
    // An empty value would make `/things/` an item of `/things/{id}`.
    const bool fits = segment.size() > around && segment.starts_with(expected.before) &&
                      segment.ends_with(expected.after);
    if (!fits) return std::nullopt;
    return segment.substr(expected.before.size(), segment.size() - around);
}

/// Ranks how literal a segment is: entirely, around a parameter, not at all.
int literal_rank(const PathTemplate::TemplateSegment& segment) {
    if (!segment.is_parameter) return 2;
    return segment.is_mixed() ? 1 : 0;
}

}  // namespace

std::string PathTemplate::TemplateSegment::with_parameter(std::string_view value) const {
    if (!is_parameter) return text;
    std::string whole = before;
    whole += value;
    return whole + after;
}

Result<PathTemplate> PathTemplate::parse(std::string_view text) {
    const std::string quoted = "the path template `" + std::string(text) + "` ";
    if (!text.starts_with('/')) {
        return fail(ErrorCode::kSyntax, quoted + "does not begin with `/`");
    }
    PathTemplate result;
    result.text_ = text;
    for (const std::string_view part : split(text.substr(1), '/')) {
        auto segment = parse_segment(part);
        if (!segment) {
            return fail(ErrorCode::kSyntax,
                        quoted + "has the segment `" + std::string(part) +
                            "`, expected plain text or one {name} with or without text around it");
        }
        const auto& known = result.segments_;
        const bool is_known =
            std::any_of(known.begin(), known.end(), [&](const TemplateSegment& earlier) {
                return earlier.is_parameter && earlier.text == segment->text;
            });
        if (segment->is_parameter && is_known) {
            return fail(ErrorCode::kSyntax,
                        quoted + "names {" + segment->text + "} twice; use each name once");
        }
        result.segments_.push_back(std::move(*segment));
    }
    return result;
}

std::optional<std::map<std::string, std::string>> PathTemplate::match(
    const std::vector<std::string>& segments) const {
    if (segments.size() != segments_.size()) return std::nullopt;
    std::map<std::string, std::string> values;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const TemplateSegment& expected = segments_[i];
        if (!expected.is_parameter) {
            if (segments[i] != expected.text) return std::nullopt;
            continue;
        }
        auto value = value_in(expected, segments[i]);
        if (!value) return std::nullopt;
        values.emplace(expected.text, *std::move(value));
    }
    return values;
}

Result<std::string> PathTemplate::fill(const std::map<std::string, std::string>& values) const {
    std::map<std::string, std::string> encoded;
    for (const auto& [name, value] : values) encoded.emplace(name, percent_encode(value));
    return fill_encoded(encoded);
}

Result<std::string> PathTemplate::fill_encoded(
    const std::map<std::string, std::string>& values) const {
    std::string path;
    for (const TemplateSegment& segment : segments_) {
        path += '/';
        if (!segment.is_parameter) {
            path += segment.text;
            continue;
        }
        const auto value = values.find(segment.text);
        if (value == values.end()) {
            return fail(ErrorCode::kNotFound,
                        "the path `" + text_ + "` needs a value for {" + segment.text +
                            "}, but none was given");
        }
        path += segment.with_parameter(value->second);
    }
    return path;
}

bool is_more_specific(const PathTemplate& a, const PathTemplate& b) {
    const auto literals = [](const PathTemplate& path) {
        return std::count_if(path.segments().begin(),
                             path.segments().end(),
                             [](const auto& segment) { return !segment.is_parameter; });
    };
    if (literals(a) != literals(b)) return literals(a) > literals(b);
    return std::lexicographical_compare(a.segments().begin(),
                                        a.segments().end(),
                                        b.segments().begin(),
                                        b.segments().end(),
                                        [](const auto& left, const auto& right) {
                                            return literal_rank(left) > literal_rank(right);
                                        });
}

}  // namespace plumbline::http
