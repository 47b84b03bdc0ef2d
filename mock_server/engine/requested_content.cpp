#include "mock_server/engine/requested_content.hpp"

#include "mock_server/engine/declared_response.hpp"
#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace plumbline::mock {
namespace {

constexpr std::size_t kMaxRanges = 64;

/// An entry of Accept: a media type or range, and its weight.
struct AcceptedRange {
    std::string range;
    double weight = 1;
};

double weight_of(std::string_view parameter) {
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos || to_lower(trimmed(parameter.substr(0, equals))) != "q")
        return 1;
    const std::string_view text = trimmed(parameter.substr(equals + 1));
    double weight = 1;
    const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), weight);
    return trouble == std::errc() ? weight : 1;
}

/// Returns the accepted ranges, the preferred ones first.
std::vector<AcceptedRange> accepted_ranges(const http::Request& request) {
    const std::string header = request.headers.joined("Accept");
    std::vector<AcceptedRange> accepted;
    for (const std::string_view entry : split(header, ',')) {
        if (accepted.size() == kMaxRanges) break;
        const auto parts = split(entry, ';');
        AcceptedRange one{to_lower(trimmed(parts.front()))};
        for (std::size_t i = 1; i < parts.size(); ++i)
            one.weight = std::min(one.weight, weight_of(parts[i]));
        if (!one.range.empty() && one.weight > 0) accepted.push_back(std::move(one));
    }
    std::stable_sort(accepted.begin(), accepted.end(), [](const auto& a, const auto& b) {
        return a.weight > b.weight;
    });
    return accepted;
}

bool matches(const std::string& range, const std::string& type) {
    return range == type ||
           (range.ends_with("/*") && type.starts_with(range.substr(0, range.size() - 1)));
}

bool is_sequence(const MediaType& content) {
    return content.stream || content.items || http::is_sequence_media_type(content.name) ||
           content.name == "text/event-stream";
}

/// Returns the contents that the body asks for; all if none is.
std::vector<const MediaType*> contents_for_body(const RequestContext& context,
                                                const DeclaredResponse& response) {
    const Json* wants_stream = context.body ? member(*context.body, "stream") : nullptr;
    std::vector<const MediaType*> all;
    std::vector<const MediaType*> wanted;
    for (const MediaType& one : response.content) {
        all.push_back(&one);
        if (wants_stream && wants_stream->is_boolean() &&
            is_sequence(one) == wants_stream->get<bool>())
            wanted.push_back(&one);
    }
    return wanted.empty() ? all : wanted;
}

}  // namespace

const MediaType* requested_content(const RequestContext& context,
                                   const DeclaredResponse& response) {
    const auto contents = contents_for_body(context, response);
    if (contents.empty()) return nullptr;
    const MediaType* usual = content_of(response);
    if (std::find(contents.begin(), contents.end(), usual) == contents.end())
        usual = contents.front();
    for (const AcceptedRange& accepted : accepted_ranges(context.request)) {
        if (accepted.range == "*/*" || matches(accepted.range, usual->name)) return usual;
        const auto found =
            std::find_if(contents.begin(), contents.end(), [&](const MediaType* one) {
                return matches(accepted.range, one->name);
            });
        if (found != contents.end()) return *found;
    }
    return usual;
}

}  // namespace plumbline::mock
