#include "spec/http/path_template.hpp"

#include "spec/base/text.hpp"
#include "spec/http/url.hpp"

#include <algorithm>

namespace plumbline::http {
namespace {

/// Reads `literal` or `{name}`; nothing if the braces are unbalanced or do not span the segment.
std::optional<PathTemplate::Segment> parse_segment(std::string_view text) {
    if (text.find_first_of("{}") == std::string_view::npos) {
        return PathTemplate::Segment{std::string(text), false};
    }
    if (text.size() < 3 || text.front() != '{' || text.back() != '}') return std::nullopt;
    const std::string_view name = text.substr(1, text.size() - 2);
    if (name.find_first_of("{}") != std::string_view::npos) return std::nullopt;
    return PathTemplate::Segment{std::string(name), true};
}

}  // namespace

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
                            "`, expected plain text or one {name} that is the whole segment");
        }
        const auto& known = result.segments_;
        if (segment->is_parameter &&
            std::find(known.begin(), known.end(), *segment) != known.end()) {
            return fail(ErrorCode::kSyntax,
                        quoted + "names {" + segment->text + "} twice; each name stands once");
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
        const Segment& expected = segments_[i];
        // An empty value would make `/things/` an item of `/things/{id}`.
        const bool fits =
            expected.is_parameter ? !segments[i].empty() : segments[i] == expected.text;
        if (!fits) return std::nullopt;
        if (expected.is_parameter) values.emplace(expected.text, segments[i]);
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
    for (const Segment& segment : segments_) {
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
        path += value->second;
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
                                            return !left.is_parameter && right.is_parameter;
                                        });
}

}  // namespace plumbline::http
