#include "spec/http/path_template.hpp"

#include "spec/base/text.hpp"
#include "spec/http/url.hpp"

#include <algorithm>

namespace plumbline::http {
namespace {

/// Parses `literal` or `text{name}text{name}text`. Returns nothing if braces are unbalanced or
/// empty.
std::optional<PathTemplate::TemplateSegment> parse_segment(std::string_view text) {
    constexpr std::string_view kBraces = "{}";
    PathTemplate::TemplateSegment segment;
    for (;;) {
        const std::size_t open = text.find_first_of(kBraces);
        segment.literals.emplace_back(text.substr(0, open));
        if (open == std::string_view::npos) return segment;
        const std::size_t close = text.find_first_of(kBraces, open + 1);
        const bool is_parameter = text[open] == '{' && close != std::string_view::npos &&
                                  text[close] == '}' && close > open + 1;
        if (!is_parameter) return std::nullopt;
        segment.parameters.emplace_back(text.substr(open + 1, close - open - 1));
        text.remove_prefix(close + 1);
    }
}

/// Adds the values in a decoded segment; returns false if the segment does not match.
bool add_values(const PathTemplate::TemplateSegment& expected,
                std::string_view rest,
                std::map<std::string, std::string>& values) {
    const auto& literals = expected.literals;
    if (expected.is_literal()) return rest == literals.front();
    if (!rest.starts_with(literals.front())) return false;
    rest.remove_prefix(literals.front().size());
    if (!rest.ends_with(literals.back())) return false;
    rest.remove_suffix(literals.back().size());
    // From the end, each literal at its last place: the values before it are as long as possible.
    for (std::size_t i = expected.parameters.size(); i-- > 0;) {
        // An empty value would make `/things/` an item of `/things/{id}`.
        if (rest.empty()) return false;
        std::size_t begin = 0;
        if (i > 0) {
            const std::size_t at = rest.substr(0, rest.size() - 1).rfind(literals[i]);
            if (at == std::string_view::npos) return false;
            begin = at + literals[i].size();
        }
        values.emplace(expected.parameters[i], rest.substr(begin));
        rest.remove_suffix(rest.size() - begin + (i > 0 ? literals[i].size() : 0));
    }
    return true;
}

/// Returns a literal of a template as a URL has it: non-ASCII letters, blanks and what else no URL
/// contains are percent-encoded.
std::string sent_literal(std::string_view literal) {
    constexpr std::string_view kNotInUrls = "\"<>\\^`{|}";
    std::string sent;
    for (std::size_t at = 0; at < literal.size(); ++at) {
        const char c = literal[at];
        const bool is_escape = c == '%' && percent_decode(literal.substr(at, 3)).has_value();
        const bool stays = c > ' ' && c < 0x7F && kNotInUrls.find(c) == std::string_view::npos &&
                           (c != '%' || is_escape);
        sent += stays ? std::string(1, c) : percent_encode(literal.substr(at, 1));
    }
    return sent;
}

/// Ranks how literal a segment is: entirely, around parameters, not at all.
int literal_rank(const PathTemplate::TemplateSegment& segment) {
    if (segment.is_literal()) return 2;
    return segment.is_mixed() ? 1 : 0;
}

}  // namespace

bool PathTemplate::TemplateSegment::is_mixed() const {
    return !is_literal() && std::any_of(literals.begin(), literals.end(), [](const auto& text) {
        return !text.empty();
    });
}

std::string PathTemplate::TemplateSegment::fill(const std::vector<std::string>& values) const {
    std::string whole = literals.front();
    for (std::size_t i = 0; i < parameters.size(); ++i) whole += values.at(i) + literals[i + 1];
    return whole;
}

std::string PathTemplate::TemplateSegment::to_text() const {
    std::vector<std::string> names = parameters;
    for (std::string& name : names) name = '{' + name + '}';
    return fill(names);
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
                            "`, expected plain text or {name} with or without text around it");
        }
        for (const std::string& name : segment->parameters) {
            if (result.has_parameter(name)) {
                return fail(ErrorCode::kSyntax,
                            quoted + "names {" + name + "} twice; use each name once");
            }
            result.parameters_.push_back(name);
        }
        result.segments_.push_back(*segment);
        TemplateSegment& sent = result.sent_segments_.emplace_back(*segment);
        for (std::string& literal : sent.literals) literal = sent_literal(literal);
        for (std::string& literal : segment->literals)
            literal = percent_decode(literal).value_or(literal);
        result.decoded_segments_.push_back(std::move(*segment));
    }
    return result;
}

bool PathTemplate::has_parameter(std::string_view name) const {
    return std::find(parameters_.begin(), parameters_.end(), name) != parameters_.end();
}

std::optional<std::map<std::string, std::string>> PathTemplate::match(
    const std::vector<std::string>& segments) const {
    if (segments.size() != segments_.size()) return std::nullopt;
    std::map<std::string, std::string> values;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (!add_values(decoded_segments_[i], segments[i], values)) return std::nullopt;
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
    for (const TemplateSegment& segment : sent_segments_) {
        path += '/';
        std::vector<std::string> parts;
        for (const std::string& name : segment.parameters) {
            const auto value = values.find(name);
            if (value == values.end()) {
                return fail(ErrorCode::kNotFound,
                            "the path `" + text_ + "` needs a value for {" + name +
                                "}, but none was given");
            }
            parts.push_back(value->second);
        }
        path += segment.fill(parts);
    }
    return path;
}

bool is_more_specific(const PathTemplate& a, const PathTemplate& b) {
    const auto literals = [](const PathTemplate& path) {
        return std::count_if(path.segments().begin(),
                             path.segments().end(),
                             [](const auto& segment) { return segment.is_literal(); });
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
