#include "mock_server/engine/requested_content.hpp"

#include "spec/base/text.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/http/media_type.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace plumbline::mock {
namespace {

constexpr std::size_t kMaxRanges = 64;

/// An entry of Accept: a media type or range with its parameters, and its weight.
struct AcceptedRange {
    std::string range;
    double weight = 1;
};

/// Returns the weight of a parameter `q=0.5`, nothing for another one.
std::optional<double> weight_of(std::string_view parameter) {
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos || to_lower(trimmed(parameter.substr(0, equals))) != "q")
        return std::nullopt;
    const std::string_view text = trimmed(parameter.substr(equals + 1));
    double weight = 1;
    const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), weight);
    return trouble == std::errc() ? weight : 1;
}

std::vector<AcceptedRange> accepted_ranges(const http::Request& request) {
    const std::string header = request.headers.joined("Accept");
    std::vector<AcceptedRange> accepted;
    for (const std::string_view entry : split(header, ',')) {
        if (accepted.size() == kMaxRanges) break;
        const auto parts = split(entry, ';');
        AcceptedRange one{to_lower(trimmed(parts.front()))};
        for (std::size_t i = 1; i < parts.size(); ++i) {
            if (const auto weight = weight_of(parts[i]))
                one.weight = *weight;
            else
                one.range += ';' + std::string(trimmed(parts[i]));
        }
        if (!one.range.empty()) accepted.push_back(std::move(one));
    }
    return accepted;
}

/// How much a content is wanted: by its weight, then by the place of its range in Accept.
struct ContentRank {
    double weight = 0;
    std::size_t place = 0;

    [[nodiscard]] bool is_above(const ContentRank& other) const {
        return weight != other.weight ? weight > other.weight : place < other.place;
    }
};

/// Returns the rank of a content by the most specific range that matches it; the lowest if none
/// does.
ContentRank rank_in(const std::vector<AcceptedRange>& accepted, const MediaType& content) {
    std::optional<std::size_t> best;
    ContentRank rank{0, accepted.size()};
    for (std::size_t i = 0; i < accepted.size(); ++i) {
        const auto match = http::match_specificity(accepted[i].range, content_type(content));
        if (!match || (best && *match <= *best)) continue;
        best = match;
        rank = {accepted[i].weight, i};
    }
    return rank;
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
            http::is_sequence_media_type(one.name) == wants_stream->get<bool>())
            wanted.push_back(&one);
    }
    return wanted.empty() ? all : wanted;
}

}  // namespace

const MediaType* requested_content(const RequestContext& context,
                                   const DeclaredResponse& response) {
    const auto contents = contents_for_body(context, response);
    if (contents.empty()) return nullptr;
    const auto accepted = accepted_ranges(context.request);
    const MediaType* usual = usual_content(response.content);
    const MediaType* best = std::find(contents.begin(), contents.end(), usual) == contents.end()
                                ? contents.front()
                                : usual;
    ContentRank highest = rank_in(accepted, *best);
    for (const MediaType* one : contents) {
        const ContentRank rank = rank_in(accepted, *one);
        if (!rank.is_above(highest)) continue;
        best = one;
        highest = rank;
    }
    return best;
}

}  // namespace plumbline::mock
